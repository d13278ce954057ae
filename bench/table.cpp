// Tables for the terminal and for other programs.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/files.h"
#include "experiment.h"

namespace espalier::bench {

Table::Table(std::vector<std::string> headings) : headings_(std::move(headings)) {}

void Table::add(std::vector<std::string> row) {
  row.resize(headings_.size());
  rows_.push_back(std::move(row));
}

void Table::rule() { rows_.emplace_back(); }

void Table::print() const {
  std::vector<std::size_t> widths;
  for (const auto& heading : headings_) widths.push_back(heading.size());
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());

  // Names stand on the left, figures on the right.
  const auto print_row = [&](const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size(); ++i)
      fmt::print(
          "{}{}", i == 0 ? "  " : "  ",
          i == 0 ? fmt::format("{:<{}}", row[i], widths[i]) : fmt::format("{:>{}}", row[i], widths[i]));
    fmt::print("\n");
  };
  print_row(headings_);
  std::size_t total = 0;
  for (const std::size_t width : widths) total += width + 2;
  for (const auto& row : rows_) {
    if (row.empty())
      fmt::print("  {:-<{}}\n", "", total - 2);
    else
      print_row(row);
  }
  std::fflush(stdout);
}

void Table::write_csv(const std::filesystem::path& out, const std::string& name) const {
  std::string text;
  const auto add_row = [&](const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool quote = row[i].find_first_of(",\"\n") != std::string::npos;
      std::string field = row[i];
      for (std::size_t at = 0; quote && (at = field.find('"', at)) != std::string::npos; at += 2)
        field.insert(at, "\"");
      text += (i == 0 ? "" : ",") + (quote ? "\"" + field + "\"" : field);
    }
    text += "\n";
  };
  add_row(headings_);
  for (const auto& row : rows_)
    if (!row.empty()) add_row(row);
  std::filesystem::create_directories(out);
  write_file(out / (name + ".csv"), text);
}

}  // namespace espalier::bench
