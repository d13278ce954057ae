#include "paths/mixture.h"

#include <algorithm>
#include <cassert>

namespace espalier::paths {
namespace {

/// Counts the paths that avoid up to two elements.
class Avoiding {
 public:
  Avoiding(const Graph& graph, const Question& question)
      : question_(question), vertices_(graph.vertices()), edges_(graph.list()) {}

  [[nodiscard]] Count count(const std::vector<EdgeId>& one, const std::vector<EdgeId>& other) const {
    std::vector<bool> avoided(edges_.size(), false);
    for (const auto* element : {&one, &other})
      for (const EdgeId edge : *element) avoided[edge] = true;
    std::vector<Edge> left;
    for (std::size_t i = 0; i < edges_.size(); ++i)
      if (!avoided[i]) left.push_back(edges_[i]);
    return census(Graph(vertices_, left), question_).size;
  }

 private:
  Question question_;
  Vertex vertices_;
  std::vector<Edge> edges_;
};

double quotient(const Count& part, const Count& whole) { return mpq_class(part, whole).get_d(); }

}  // namespace

// Of the paths that meet i, the share that meets j too is (all - avoid i - avoid j + avoid both) / (all -
// avoid i).  What we choose is i, what we are paid is the share of the worst j: a game.
Mixture::Mixture(const Graph& graph, const Question& question,
                 std::span<const std::vector<EdgeId>> elements) {
  const Avoiding avoiding(graph, question);
  const Count all = avoiding.count({}, {});
  if (all == 0) {
    for (std::size_t i = 0; i < elements.size(); ++i) never_.push_back(i);
    least_ = least_if_uniform_ = 0;
    return;
  }

  // Elements that every path meets need no care.
  std::vector<std::size_t> uncertain;
  std::vector<Count> avoid;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Count count = avoiding.count(elements[i], {});
    if (count == all) {
      never_.push_back(i);
    } else if (count != 0) {
      uncertain.push_back(i);
      avoid.push_back(count);
      least_if_uniform_ = std::min(least_if_uniform_, quotient(all - count, all));
    }
  }
  if (uncertain.empty()) {
    add_part(graph, question, {}, 1);
    return;
  }

  const std::size_t n = uncertain.size();
  std::vector<std::vector<double>> shares(n, std::vector<double>(n, 1));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Count both = avoiding.count(elements[uncertain[i]], elements[uncertain[j]]);
      const Count met = all - avoid[i] - avoid[j] + both;
      shares[i][j] = quotient(met, all - avoid[i]);
      shares[j][i] = quotient(met, all - avoid[j]);
    }

  // The probabilities we use are multiples of 2^-32, so that choosing is exact; least() speaks of those.
  const GameSolution solution = solve_game(shares);
  std::vector<std::uint64_t> chances;
  std::uint64_t total = 0;
  for (const double row : solution.rows) {
    chances.push_back(static_cast<std::uint64_t>(row * 0x1p32 + 0.5));
    total += chances.back();
  }
  for (std::size_t j = 0; j < n; ++j) {
    double met = 0;
    for (std::size_t i = 0; i < n; ++i)
      met += static_cast<double>(chances[i]) / static_cast<double>(total) * shares[i][j];
    least_ = std::min(least_, met);
  }
  for (std::size_t i = 0; i < n; ++i)
    if (chances[i] != 0) add_part(graph, question, elements[uncertain[i]], chances[i]);
}

void Mixture::add_part(const Graph& graph, const Question& question, const std::vector<EdgeId>& element,
                       std::uint64_t share) {
  Restriction restriction;
  if (!element.empty()) restriction.through.push_back(element);
  Restricted through(graph, question, restriction);
  PathSpace space(through.graph(), through.question());
  parts_.push_back(std::make_unique<Part>(Part{.upto = (parts_.empty() ? 0 : parts_.back()->upto) + share,
                                               .through = std::move(through),
                                               .space = std::move(space)}));
}

Path Mixture::draw(Rng& rng) const {
  assert(!parts_.empty() && "there must be a path");
  const std::uint64_t number = rng.below(parts_.back()->upto);
  const auto part = std::ranges::find_if(parts_, [&](const auto& p) { return number < p->upto; });
  return (*part)->through.translate((*part)->space.draw(rng));
}

}  // namespace espalier::paths
