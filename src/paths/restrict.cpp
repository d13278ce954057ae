// What a path must not begin with and what it must pass are questions that a finite automaton answers
// while the path goes by.  Paths of the product of graph and automaton are the paths it accepts.
//
// The automaton's state: how much of a forbidden prefix was read (a node of their trie, or "none any
// more"), and which of the sets were met.  Only states that can be reached are made.
#include "paths/restrict.h"

#include <cassert>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

namespace espalier::paths {
namespace {

using TrieNode = std::uint32_t;
constexpr TrieNode kOutside = std::numeric_limits<TrieNode>::max();

/// The forbidden prefixes; node 0 is the start vertex.
class PrefixTrie {
 public:
  PrefixTrie(Vertex start, const std::vector<std::vector<Vertex>>& prefixes) {
    for (const std::vector<Vertex>& prefix : prefixes) {
      if (prefix.empty() || prefix[0] != start) continue;  // begins no path
      TrieNode node = 0;
      for (std::size_t i = 1; i < prefix.size(); ++i) {
        const auto [child, fresh] = children_.try_emplace({node, prefix[i]}, forbidden_.size());
        if (fresh) forbidden_.push_back(false);
        node = child->second;
      }
      forbidden_[node] = true;
    }
  }
  [[nodiscard]] TrieNode next(TrieNode node, Vertex to) const {
    if (node == kOutside) return kOutside;
    const auto child = children_.find({node, to});
    return child == children_.end() ? kOutside : child->second;
  }
  [[nodiscard]] bool forbidden(TrieNode node) const { return node != kOutside && forbidden_[node]; }

 private:
  std::map<std::pair<TrieNode, Vertex>, TrieNode> children_;
  std::vector<bool> forbidden_{false};
};

struct Place {
  Vertex vertex;
  TrieNode node;
  std::uint32_t met;
  friend bool operator==(const Place&, const Place&) = default;
};
struct PlaceHash {
  std::size_t operator()(const Place& place) const {
    std::uint64_t key = place.vertex;
    for (const std::uint64_t part : {place.node, place.met})
      key = (key ^ part) * 0x9e3779b97f4a7c15 + (key >> 29);
    return key;
  }
};

}  // namespace

struct Restricted::Builder {
  Builder(const Graph& graph, const Question& question, const Restriction& restriction)
      : trie(question.start, restriction.forbidden), meets(graph.edges(), 0) {
    assert(restriction.through.size() <= 16 && "the states are all subsets of what must be passed");
    for (std::size_t i = 0; i < restriction.through.size(); ++i)
      for (const EdgeId edge : restriction.through[i]) meets[edge] |= 1u << i;
    const std::uint32_t all = (1u << restriction.through.size()) - 1;

    std::vector<Vertex> ends;
    const Vertex start = number({question.start, 0, 0});
    if (trie.forbidden(0)) places.clear();
    for (Vertex now = 0; now < places.size(); ++now) {
      const Place place = places[now];
      if (place.vertex == question.end && place.met == all) ends.push_back(now);
      for (const EdgeId slot : graph.out(place.vertex)) {
        const Vertex to = graph.to(slot);
        const TrieNode node = trie.next(place.node, to);
        if (trie.forbidden(node)) continue;
        const EdgeId given = graph.given(slot);
        edges.push_back(
            {.from = now, .to = number({to, node, place.met | meets[given]}), .weight = graph.weight(slot)});
        origin.push_back(given);
      }
    }
    const auto end = static_cast<Vertex>(places.empty() ? 1 : places.size());
    for (const Vertex from : ends) {
      edges.push_back({.from = from, .to = end});
      origin.push_back(Course::kRest);
    }
    asked = question;
    asked.start = start;
    asked.end = end;
    asked.length = question.length + 1;
  }

  Vertex number(const Place& place) {
    const auto [entry, fresh] = numbers.try_emplace(place, static_cast<Vertex>(places.size()));
    if (fresh) places.push_back(place);
    return entry->second;
  }

  PrefixTrie trie;
  std::vector<std::uint32_t> meets;  ///< by edge: the sets it is in
  std::vector<Place> places{};
  std::unordered_map<Place, Vertex, PlaceHash> numbers{};
  std::vector<Edge> edges{};
  std::vector<EdgeId> origin{};
  Question asked{};
};

Restricted::Restricted(const Graph& graph, const Question& question, const Restriction& restriction)
    : Restricted(Builder(graph, question, restriction)) {}

Restricted::Restricted(Builder built)
    : origin_(std::move(built.origin)), question_(built.asked), graph_(built.asked.end + 1, built.edges) {}

Path Restricted::translate(const Path& path) const {
  Path result;
  for (const EdgeId edge : path)
    if (origin_[edge] != Course::kRest) result.push_back(origin_[edge]);
  return result;
}

std::vector<EdgeId> Restricted::edges_for(std::span<const EdgeId> edges) const {
  std::vector<bool> wanted;
  for (const EdgeId edge : edges) {
    if (edge >= wanted.size()) wanted.resize(edge + std::size_t{1});
    wanted[edge] = true;
  }
  std::vector<EdgeId> result;
  for (EdgeId i = 0; i < origin_.size(); ++i)
    if (origin_[i] < wanted.size() && wanted[origin_[i]]) result.push_back(i);
  return result;
}

std::vector<EdgeId> edges_into(const Graph& graph, Vertex v) {
  std::vector<EdgeId> edges;
  for (EdgeId slot = 0; slot < graph.edges(); ++slot)
    if (graph.to(slot) == v) edges.push_back(graph.given(slot));
  return edges;
}

std::vector<EdgeId> edges_between(const Graph& graph, Vertex from, Vertex to) {
  std::vector<EdgeId> edges;
  for (const EdgeId slot : graph.out(from))
    if (graph.to(slot) == to) edges.push_back(graph.given(slot));
  return edges;
}

}  // namespace espalier::paths
