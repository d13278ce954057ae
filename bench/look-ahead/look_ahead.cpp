// Look-ahead: what it saves (table 2 of the paper), what it costs (table 3), and both at scale.
#include <fmt/format.h>

#include <bit>

#include "../pruning/study.h"
#include "base/files.h"
#include "base/result.h"
#include "model/reachability.h"

namespace espalier::bench {
namespace {

/// Enough for every campaign to come to its end.
search::Options unhurried(const Settings& settings, std::vector<std::string> prune = {}) {
  return {.budget = std::chrono::seconds(settings.quick ? 10 : 90), .prune = std::move(prune)};
}

/// Enough to see what share of the time goes where.
search::Options hurried(const Settings& settings, std::vector<std::string> prune) {
  return {.budget = std::chrono::seconds(settings.quick ? 1 : 10), .prune = std::move(prune)};
}

void savings(const Settings& settings) {
  compare(
      settings,
      {.title = "look-ahead (table 2): depth first, and ' = with --prune look-ahead; goals of callees count",
       .csv = "look-ahead",
       .base = unhurried(settings),
       .with = unhurried(settings, {"look-ahead"}),
       .whole = true,
       .published = {{"check-pressure 8", {4, 0}},
                     {"square 3x3 8", {-60, -70}},
                     {"square 4x4 8", {-66, -85}},
                     {"hysteresis 8", {-8, -9}},
                     {"merge 8", {-48, -43}},
                     {"triangle 8", {0, -20}},
                     {"square 4x4 32", {-64, -84}},
                     {"hysteresis 32", {-46, -44}},
                     {"merge 32", {0, 0}},
                     {"triangle 32", {-80, -47}}},
       .published_mean = Published{-37, -43},
       .published_total = Published{-57, -57}},
      samples(settings.quick));
}

// As in the paper, everything is computed and nothing is pruned.  The rule's own clock is read, since the
// difference of two campaigns is all noise.
void overhead(const Settings& settings) {
  Table table(
      {"program", "time", "on backtrack", "on every branch", "paper: on backtrack", "on every branch"});
  const std::map<std::string, std::pair<int, int>> paper{
      {"check-pressure 8", {0, 7}}, {"square 3x3 8", {0, 5}},  {"square 4x4 8", {0, 4}},
      {"hysteresis 8", {0, 0}},     {"merge 8", {0, 0}},       {"triangle 8", {1, 4}},
      {"square 4x4 32", {0, 5}},    {"hysteresis 32", {0, 0}}, {"merge 32", {0, 0}},
      {"triangle 32", {0, 1}}};
  double sums[2] = {}, seconds[2] = {}, total = 0;
  const std::vector<Sample> on = samples(settings.quick);
  for (const Sample& sample : on) {
    Study study(sample);
    const Measured back = study.run(hurried(settings, {"look-ahead=dry-run"}), true);
    const Measured every = study.run(hurried(settings, {"look-ahead=every-branch,dry-run"}), true);
    const double share[] = {back.rule_seconds / (back.seconds - back.rule_seconds),
                            every.rule_seconds / (every.seconds - every.rule_seconds)};
    const auto known = paper.find(sample.title());
    const auto published = [&](bool second) {
      return known == paper.end()
                 ? ""
                 : fmt::format("{:+} %", second ? known->second.second : known->second.first);
    };
    table.add({sample.title(), fmt::format("{:.1f} ms", back.seconds * 1e3),
               fmt::format("{:+.2f} %", 100 * share[0]), fmt::format("{:+.2f} %", 100 * share[1]),
               published(false), published(true)});
    sums[0] += share[0];
    sums[1] += share[1];
    seconds[0] += back.rule_seconds;
    seconds[1] += every.rule_seconds;
    total += back.seconds;
  }
  table.rule();
  const double n = static_cast<double>(on.size());
  table.add({"mean", "", fmt::format("{:+.2f} %", 100 * sums[0] / n),
             fmt::format("{:+.2f} %", 100 * sums[1] / n), "+0.1 %", "+2.6 %"});
  table.add({"total", "", fmt::format("{:+.2f} %", 100 * seconds[0] / total),
             fmt::format("{:+.2f} %", 100 * seconds[1] / total), "0 %", "+2.4 %"});
  print_table(settings, "look-ahead (table 3): its own time relative to the rest, nothing pruned",
              "look-ahead-overhead", table);
}

/// A binary tree of functions that call each other, each with twenty branches on what it is given.  Every
/// level has inputs of its own, so that all branches can be covered and the campaign comes to its end.
std::string synthetic_program(unsigned functions) {
  constexpr unsigned branches = 20;
  std::string text;
  for (unsigned f = functions; f-- > 0;) {
    const unsigned first_input = branches * (std::bit_width(f + 1) - 1);
    text += fmt::format("static int f{}(const int *x) {{\n  int r = 0;\n", f);
    for (unsigned b = 0; b < branches - 1; ++b)
      text += fmt::format("  if (x[{}] {} {}) r += {};\n", first_input + b, b % 2 == 0 ? ">" : "<",
                          (f * 37 + b * 101) % 1000, b + 1);
    text += fmt::format("  if (x[{}] > {}) {{\n", first_input + branches - 1, f % 500);
    text += 2 * f + 1 < functions ? fmt::format("    return r + f{}(x);\n  }}\n", 2 * f + 1)
                                  : "    return r;\n  }\n";
    text +=
        2 * f + 2 < functions ? fmt::format("  return r + f{}(x);\n}}\n", 2 * f + 2) : "  return -r;\n}\n";
  }
  return text + fmt::format("int program(const int x[{}]) {{ return f0(x); }}\n",
                            branches * std::bit_width(functions));
}

/// What the reachability of every side costs in one go.
std::pair<double, std::size_t> all_questions(const Study& study) {
  const auto goals = study.goals(true);
  std::vector<model::Target> targets;
  for (const auto& goal : goals->goals()) targets.push_back({goal.function, goal.blocks});
  const model::Contexts contexts;
  const auto start = std::chrono::steady_clock::now();
  model::Reachability ahead(study.program(), targets);
  const auto ask = [&] {
    for (model::EdgeId edge = 0; edge < study.program().edge_count(); ++edge)
      if (study.program().site_of_edge[edge] != model::no_site &&
          study.program().site(edge).kind == model::SiteKind::Branch)
        (void)ahead.from(edge, contexts, model::root_context);
  };
  ask();
  for (model::TargetId t = 0; t < targets.size(); ++t) ahead.reached(t);
  ask();
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), ahead.memory()};
}

void scale(const Settings& settings) {
  Table table({"functions", "branches", "campaign", "tests", "covered", "look-ahead", "share",
               "every branch: share", "every side once", "bytes per branch"});
  const std::vector<unsigned> sizes = settings.quick ? std::vector{10u, 20u} : std::vector{125u, 250u, 500u};
  for (const unsigned functions : sizes) {
    const ScratchDirectory scratch;
    const auto file = scratch.path() / "program.c";
    write_file(file, synthetic_program(functions));
    std::optional<Study> built;
    try {
      built.emplace(file, "program");
    } catch (const UserError& error) {  // a loaded machine may need longer than the compiler is given
      fmt::print("  {} functions: {}\n", functions, error.what());
      continue;
    }
    Study& study = *built;
    const Measured measured = study.run(unhurried(settings, {"look-ahead"}), true);
    const Measured every = study.run(unhurried(settings, {"look-ahead=every-branch"}), true);
    const auto [seconds, bytes] = all_questions(study);
    table.add({std::to_string(functions), std::to_string(measured.goals / 2),
               fmt::format("{:.2f} s", measured.seconds), std::to_string(measured.tests),
               fmt::format("{} of {}", measured.covered, measured.goals),
               fmt::format("{:.1f} ms", measured.rule_seconds * 1e3),
               fmt::format("{:.2f} %", 100 * measured.rule_seconds / measured.seconds),
               fmt::format("{:.2f} %", 100 * every.rule_seconds / every.seconds),
               fmt::format("{:.2f} ms", seconds * 1e3),
               fmt::format("{:.0f}", 2 * static_cast<double>(bytes) / static_cast<double>(measured.goals))});
  }
  print_table(settings, "look-ahead at scale: a tree of functions; its share must stay under 3 %",
              "look-ahead-scale", table);
}

void run(const Settings& settings) {
  savings(settings);
  overhead(settings);
  scale(settings);
}

const Experiment experiment{"look-ahead",
                            "BP against BP+LA on the six programs (paper's tables 2, 3), and at scale", run};

}  // namespace
}  // namespace espalier::bench
