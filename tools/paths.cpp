// espalier paths: counts, draws and lists the paths of any graph.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "paths/drawer.h"
#include "paths/mixture.h"
#include "paths/thresholds.h"
#include "paths_question.h"

namespace espalier::tools {
namespace {

using namespace espalier::paths;

/// Writes paths as they come: there may be more than fit the memory.
class Output {
 public:
  Output(const PathsOptions& options, const PathsQuestion& asked) : options_(options), asked_(asked) {}

  void start(const nlohmann::ordered_json& head) {
    if (!options_.json) return;
    std::string text = head.dump();
    text.back() = ',';
    fmt::print("{}\"paths\":[", text);
  }
  void path(const Path& path) {
    const std::vector<std::string> names = asked_.names(path);
    if (options_.json) {
      fmt::print("{}{}", any_ ? "," : "", nlohmann::json(names).dump());
    } else {
      for (std::size_t i = 0; i < names.size(); ++i)
        fmt::print("{}{}", i == 0 ? "" : " ",
                   names[i].find_first_of(" \t,") == std::string::npos ? names[i] : "\"" + names[i] + "\"");
      fmt::print("\n");
    }
    any_ = true;
  }
  void end() {
    if (options_.json) fmt::print("]}}\n");
  }

 private:
  const PathsOptions& options_;
  const PathsQuestion& asked_;
  bool any_ = false;
};

void draw(const PathsOptions& options, const PathsQuestion& asked, const Census& sizes, Output& out) {
  constexpr std::size_t large = std::size_t{1} << 30;
  Rng rng(options.seed);
  if (!options.distinct && sizes.table_bytes > large && !asked.graph().weighted()) {
    const ThresholdDrawer drawer(asked.graph(), asked.question());
    constexpr std::uint64_t at_a_time = 1'000;
    for (std::uint64_t i = 0; i < *options.draw; i += at_a_time)
      for (const Path& path : drawer.draw_many(std::min(at_a_time, *options.draw - i), rng)) out.path(path);
    return;
  }
  const PathSpace space(asked.graph(), asked.question());
  Drawer drawer(space);
  for (std::uint64_t i = 0; i < *options.draw; ++i) {
    const auto drawn = options.distinct ? drawer.take(rng) : Drawn{.path = space.draw(rng)};
    if (!drawn) return;  // all were drawn
    out.path(drawn->path);
  }
}

void enumerate(const PathsQuestion& asked, Output& out) {
  const PathSpace space(asked.plain_graph(), asked.question());
  for_each_remaining(Drawer(space), [&](const Path& path) {
    out.path(path);
    return true;
  });
}

Mixture balance(const PathsOptions& options, const PathsQuestion& asked, nlohmann::ordered_json& head) {
  const PathsQuestion::Elements elements = asked.elements();
  constexpr std::size_t most = 600;  // counts of all paths: its square
  if (elements.names.size() > most)
    throw UserError(ExitCode::Usage, fmt::format("--balance: {} has {} {}; it can be done for {} at most",
                                                 options.file, elements.names.size(), options.balance, most));
  Mixture mixture(asked.graph(), asked.question(), elements.edges);
  std::vector<std::string> never;
  for (const std::size_t i : mixture.never()) never.push_back(elements.names[i]);
  head["balance"] = {{"least", mixture.least()}, {"uniform", mixture.least_if_uniform()}, {"never", never}};
  fmt::print(stderr,
             "{}: a drawn path passes each of the {} with probability {:.4g} at least; uniform: {:.4g}\n",
             options.file, options.balance, mixture.least(), mixture.least_if_uniform());
  if (!never.empty()) fmt::print(stderr, "{}: on no such path: {}\n", options.file, fmt::join(never, ", "));
  return mixture;
}

void check(const PathsOptions& options) {
  const int modes = (options.count ? 1 : 0) + (options.draw ? 1 : 0) + (options.enumerate ? 1 : 0);
  const auto fail = [](const std::string& message) { throw UserError(ExitCode::Usage, message); };
  if (modes != 1) fail("espalier paths: what to do is not clear; give one of --count, --draw M, --enumerate");
  if (!options.balance.empty() && options.balance != "vertices" && options.balance != "edges")
    fail(fmt::format("--balance: '{}' is unknown; choose vertices or edges", options.balance));
  if (!options.draw && (!options.balance.empty() || options.distinct))
    fail("--balance, --distinct: they say how to draw; give --draw M too");
  if (!options.balance.empty() && options.distinct)
    fail("--balance: it draws the same path more than once; leave out --distinct");
}

ExitCode answer(const PathsOptions& options) {
  check(options);
  const PathsQuestion asked(options);
  const Question plain{asked.question().start, asked.question().end, asked.question().length,
                       asked.question().bound};
  const Census sizes = census(asked.plain_graph(), plain);
  nlohmann::ordered_json head{{"count", sizes.size.get_str()}};
  if (options.weights) head["weight"] = census(asked.graph(), asked.question()).size.get_str();

  Output out(options, asked);
  if (sizes.size == 0) {
    fmt::print(stderr, "{}\n", asked.why_none());
    if (options.count && !options.json) fmt::print("0\n");
    out.start(head);
  } else if (!options.balance.empty()) {
    const Mixture mixture = balance(options, asked, head);
    out.start(head);
    Rng rng(options.seed);
    for (std::uint64_t i = 0; i < *options.draw; ++i) out.path(mixture.draw(rng));
  } else {
    if (options.count && !options.json) fmt::print("{}\n", sizes.size.get_str());
    out.start(head);
    if (options.draw) draw(options, asked, sizes, out);
    if (options.enumerate) enumerate(asked, out);
  }
  out.end();
  return ExitCode::Done;
}

}  // namespace

Action add_paths(CLI::App& app) {
  auto o = std::make_shared<PathsOptions>();
  app.add_option(
         "FILE", o->file,
         "graph in DOT, or a list of edges (FROM TO, or FROM TO WEIGHT, one a line); -: standard input")
      ->required();
  app.add_option("--from", o->from, "vertex that paths start with")->required();
  app.add_option("--to", o->to, "vertex that paths end with")->required();
  app.add_option("--length", o->length, "edges of a path")->required()->check(CLI::Range(0u, 1'000'000u));
  app.add_flag("--at-most", o->at_most, "shorter paths count, too");
  app.add_flag("--count", o->count, "how many paths there are, exactly");
  app.add_option("--draw", o->draw, "draw M paths, every one with the same probability")
      ->check(natural_number());
  app.add_flag("--enumerate", o->enumerate, "list all paths");
  app.add_flag("--distinct", o->distinct, "draw no path twice; end when there are no more");
  app.add_option("--forbid", o->forbid, "'A B C': no path that begins so; may be repeated")
      ->allow_extra_args(false);
  app.add_option("--forbid-file", o->forbid_file, "file with such prefixes, one a line");
  app.add_option("--through", o->through, "only paths that pass this vertex, or edge 'A->B'; may be repeated")
      ->allow_extra_args(false);
  app.add_flag("--weights", o->weights,
               "draw a path with probability proportional to the product of its edges' weights in the file");
  app.add_option(
         "--balance", o->balance,
         "draw so that the least probability of passing any of the 'vertices', or 'edges', is greatest")
      ->expected(0, 1)
      ->default_str("vertices");
  app.add_option("--seed", o->seed, "same seed, same paths")->capture_default_str()->check(natural_number());
  app.add_flag("--json", o->json, "print one JSON object: {\"count\":\"...\",\"paths\":[[...],...]}");
  app.footer(
      "Examples:\n"
      "  espalier paths g.dot --from A --to B --length 40 --at-most --count\n"
      "  espalier paths g.dot --from A --to B --length 40 --draw 10 --through C --json\n"
      "  espalier paths edges.txt --from A --to B --length 9 --enumerate --forbid 'A C'");
  return [o] { return answer(*o); };
}

}  // namespace espalier::tools
