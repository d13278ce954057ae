// Names, weights and lists of edges; dot.cpp reads DOT.
#include "paths/graph_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/result.h"

namespace espalier::paths {
namespace {

constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();

/// a * b + c, when it fits.
std::optional<std::uint64_t> multiply_add(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  const auto wide = static_cast<unsigned __int128>(a) * b + c;
  if (wide > kMost) return std::nullopt;
  return static_cast<std::uint64_t>(wide);
}

std::vector<std::string> words_of(std::string_view line) {
  constexpr std::string_view between = " \t\r,;";
  std::vector<std::string> words;
  for (std::size_t at = line.find_first_not_of(between); at != line.npos;
       at = line.find_first_not_of(between, at)) {
    const std::size_t end = std::min(line.find_first_of(between, at), line.size());
    words.emplace_back(line.substr(at, end - at));
    at = end;
  }
  if (words.size() >= 3 && words[1] == "->") words.erase(words.begin() + 1);
  return words;
}

/// The first word, in lower case, behind comments.
std::string first_word(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (std::isspace(static_cast<unsigned char>(rest[0])) != 0) {
      ++at;
    } else if (rest[0] == '#' || rest.starts_with("//")) {
      at += std::min(rest.find('\n'), rest.size());
    } else if (rest.starts_with("/*")) {
      const std::size_t end = rest.find("*/");
      at += end == rest.npos ? rest.size() : end + 2;
    } else {
      std::string word;
      for (const char c : rest) {
        if (std::isalpha(static_cast<unsigned char>(c)) == 0) break;
        word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      }
      return word;
    }
  }
  return {};
}

}  // namespace

std::optional<Vertex> NamedGraph::find(const std::string& name) const {
  const auto known = vertex_of.find(name);
  if (known == vertex_of.end()) return std::nullopt;
  return known->second;
}

Vertex NamedGraph::add(const std::string& name) {
  const auto [entry, fresh] = vertex_of.try_emplace(name, static_cast<Vertex>(names.size()));
  if (fresh) names.push_back(name);
  return entry->second;
}

std::optional<Decimal> parse_decimal(std::string_view text) {
  Decimal number{.digits = 0, .places = 0};
  bool point = false, any = false;
  for (const char c : text) {
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (c < '0' || c > '9') return std::nullopt;
    const auto digits = multiply_add(number.digits, 10, static_cast<std::uint64_t>(c - '0'));
    if (!digits) return std::nullopt;
    number.digits = *digits;
    number.places += point ? 1 : 0;
    any = true;
  }
  while (number.places > 0 && number.digits % 10 == 0) {
    number.digits /= 10;
    --number.places;
  }
  if (!any) return std::nullopt;
  return number;
}

bool set_weights(NamedGraph& graph, const std::vector<Decimal>& weights) {
  unsigned places = 0;
  for (const Decimal& weight : weights) places = std::max(places, weight.places);
  const auto scaled = [&](Decimal weight) {
    std::optional<std::uint64_t> value = weight.digits;
    for (unsigned i = weight.places; i < places && value; ++i) value = multiply_add(*value, 10, 0);
    return value;
  };
  const auto unit = scaled({.digits = 1, .places = 0});
  if (!unit) return false;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto value = scaled(weights[i]);
    if (!value) return false;
    graph.edges[i].weight = *value;
  }
  graph.weight_unit = *unit;
  return true;
}

NamedGraph parse_edge_list(std::string_view text, const std::string& file) {
  NamedGraph graph;
  std::vector<Decimal> weights;
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::vector<std::string> words = words_of(line.substr(0, line.find('#')));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (words.empty()) continue;
    if (words.size() != 2 && words.size() != 3)
      throw UserError(ExitCode::Usage,
                      fmt::format("{}:{}: {} instead of an edge; write FROM TO, or FROM TO WEIGHT", file,
                                  number, words.size() == 1 ? "one word" : "more than three words"));
    std::optional<Decimal> weight = Decimal{};
    if (words.size() == 3) weight = parse_decimal(words[2]);
    if (!weight)
      throw UserError(
          ExitCode::Usage,
          fmt::format("{}:{}: '{}' is no weight; write a number such as 3 or 0.25", file, number, words[2]));
    const Vertex from = graph.add(words[0]);
    graph.edges.push_back({.from = from, .to = graph.add(words[1])});
    weights.push_back(*weight);
  }
  if (!set_weights(graph, weights))
    throw UserError(ExitCode::Usage,
                    fmt::format("{}: the weights differ by too much; use fewer digits", file));
  return graph;
}

NamedGraph parse_graph(std::string_view text, const std::string& file) {
  const std::string word = first_word(text);
  const bool is_dot =
      (word == "digraph" || word == "graph" || word == "strict") && text.find('{') != text.npos;
  const bool named_so = file.ends_with(".dot") || file.ends_with(".gv");
  return is_dot || named_so ? parse_dot(text, file) : parse_edge_list(text, file);
}

}  // namespace espalier::paths
