// From the options of `espalier paths` to a graph whose paths are the wanted ones.
#include "paths_question.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <queue>

#include "base/files.h"
#include "base/nearest.h"
#include "paths/space.h"

namespace espalier::tools {

using namespace espalier::paths;

namespace {

[[noreturn]] void fail(const std::string& message) { throw UserError(ExitCode::Usage, message); }

std::string text_of(const std::string& file, const std::string& advice) {
  auto text = read_file(file);
  if (!text) fail(fmt::format("{}: {}; {}", file, text.error(), advice));
  return std::move(*text);
}

std::string edges_in_words(std::uint32_t n) { return fmt::format("{} edge{}", n, n == 1 ? "" : "s"); }

/// A B C, or A->B->C; a name with blanks in it stands in quotes.
std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    if (text.starts_with("->")) {
      text.remove_prefix(2);
    } else if (std::string_view(" \t\r,").find(text[0]) != text.npos) {
      text.remove_prefix(1);
    } else if (text[0] == '"' && text.find('"', 1) != text.npos) {
      names.emplace_back(text.substr(1, text.find('"', 1) - 1));
      text.remove_prefix(names.back().size() + 2);
    } else {
      const std::size_t end = std::min({text.find_first_of(" \t\r,"), text.find("->"), text.size()});
      names.emplace_back(text.substr(0, end));
      text.remove_prefix(end);
    }
  }
  return names;
}

}  // namespace

PathsQuestion::PathsQuestion(const PathsOptions& options) : options_(options), named_(read()) {
  if (options.weights) {
    std::erase_if(named_.edges, [](const Edge& edge) { return edge.weight == 0; });
  } else {
    named_.weight_unit = 1;
    for (Edge& edge : named_.edges) edge.weight = 1;
  }
  question_ = {.start = vertex(options.from, "--from"),
               .end = vertex(options.to, "--to"),
               .length = options.length,
               .bound = options.at_most ? Bound::AtMost : Bound::Exactly,
               .rest_weight = named_.weight_unit};
  const Graph given(static_cast<Vertex>(named_.names.size()), named_.edges);
  restricted_.emplace(given, question_, restriction(given));
}

Graph PathsQuestion::plain_graph() const {
  std::vector<Edge> edges = graph().list();
  for (Edge& edge : edges) edge.weight = 1;
  return {graph().vertices(), edges};
}

std::vector<std::string> PathsQuestion::names(const Path& path) const {
  std::vector<std::string> names{options_.from};
  for (const EdgeId edge : restricted_->translate(path)) names.push_back(named_.names[named_.edges[edge].to]);
  return names;
}

PathsQuestion::Elements PathsQuestion::elements() const {
  Elements found;
  if (options_.balance == "edges") {
    for (EdgeId i = 0; i < named_.edges.size(); ++i) {
      found.edges.push_back(restricted_->edges_for(std::vector{i}));
      found.names.push_back(named_.names[named_.edges[i].from] + "->" + named_.names[named_.edges[i].to]);
    }
    return found;
  }
  const Graph given(static_cast<Vertex>(named_.names.size()), named_.edges);
  for (Vertex v = 0; v < named_.names.size(); ++v) {
    if (v == question_.start) continue;  // on every path
    found.edges.push_back(restricted_->edges_for(edges_into(given, v)));
    found.names.push_back(named_.names[v]);
  }
  return found;
}

std::string PathsQuestion::why_none() const {
  const std::string none = fmt::format("{}: no path of {} {} from '{}' to '{}'", options_.file,
                                       options_.at_most ? "at most" : "exactly",
                                       edges_in_words(options_.length), options_.from, options_.to);
  const bool restricted =
      !options_.forbid.empty() || !options_.forbid_file.empty() || !options_.through.empty();
  const std::string wanted = restricted ? " is left by --forbid and --through" : "";
  const auto shortest = shortest_path();
  if (!shortest) return none + wanted + "; there is none of another length either";
  if (*shortest > options_.length)
    return fmt::format("{}{}; the shortest has {}", none, wanted, edges_in_words(*shortest));
  return none + wanted + "; there are shorter ones, see --at-most";
}

NamedGraph PathsQuestion::read() const {
  if (options_.file != "-")
    return parse_graph(text_of(options_.file, "give a graph in DOT or a list of edges"), options_.file);
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  return parse_graph(text, "standard input");
}

Vertex PathsQuestion::vertex(const std::string& name, const std::string& where) const {
  if (const auto found = named_.find(name)) return *found;
  if (named_.names.empty())
    fail(fmt::format("{}: the graph has no vertices; give one with edges", options_.file));
  fail(fmt::format("{}: '{}' is no vertex of {}; did you mean '{}'?", where, name, options_.file,
                   nearest(name, named_.names)));
}

std::vector<Vertex> PathsQuestion::prefix(const std::string& text, const std::string& where) const {
  std::vector<Vertex> prefix;
  for (const std::string& name : names_in(text)) prefix.push_back(vertex(name, where));
  if (!prefix.empty() && prefix[0] != question_.start)
    fail(fmt::format(
        "{}: the prefix starts with '{}' and every path with '{}'; give prefixes from the start on", where,
        named_.names[prefix[0]], options_.from));
  return prefix;
}

/// The edges of which one must be taken, to pass this vertex or edge.
std::vector<EdgeId> PathsQuestion::passed(const std::string& text, const Graph& given) const {
  if (const auto whole = named_.find(text)) return edges_into(given, *whole);
  const auto names = names_in(text);
  if (names.size() == 1) return edges_into(given, vertex(names[0], "--through"));
  if (names.size() != 2)
    fail(fmt::format("--through: '{}' is neither a vertex nor an edge; write A or 'A->B'", text));
  auto edges = edges_between(given, vertex(names[0], "--through"), vertex(names[1], "--through"));
  if (edges.empty())
    fail(fmt::format("--through: {} has no edge from '{}' to '{}'; name an edge that is there", options_.file,
                     names[0], names[1]));
  return edges;
}

Restriction PathsQuestion::restriction(const Graph& given) const {
  Restriction wanted;
  for (const std::string& text : options_.forbid) wanted.forbidden.push_back(prefix(text, "--forbid"));
  if (!options_.forbid_file.empty()) {
    const std::string text = text_of(options_.forbid_file, "give one prefix a line");
    std::size_t number = 0;
    for (std::string_view rest = text; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view whole = rest.substr(0, end);
      const std::string line(whole.substr(0, whole.find('#')));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      auto vertices = prefix(line, fmt::format("{}:{}", options_.forbid_file, ++number));
      if (!vertices.empty()) wanted.forbidden.push_back(std::move(vertices));
    }
  }
  constexpr std::size_t most = 16;
  if (options_.through.size() > most)
    fail(fmt::format("--through: given {} times; give it {} times at most", options_.through.size(), most));
  for (const std::string& text : options_.through)
    if (text != options_.from) wanted.through.push_back(passed(text, given));
  return wanted;
}

std::optional<std::uint32_t> PathsQuestion::shortest_path() const {
  std::vector<std::uint32_t> distance(graph().vertices(), Course::kRest);
  std::queue<Vertex> waiting;
  distance[question().start] = 0;
  for (waiting.push(question().start); !waiting.empty(); waiting.pop())
    for (const EdgeId slot : graph().out(waiting.front())) {
      const Vertex to = graph().to(slot);
      if (distance[to] != Course::kRest) continue;
      distance[to] = distance[waiting.front()] + 1;
      waiting.push(to);
    }
  if (distance[question().end] == Course::kRest) return std::nullopt;
  return distance[question().end] - 1;  // a restricted path has one step more
}

}  // namespace espalier::tools
