#include "search/evolving.h"

#include <algorithm>
#include <cmath>

#include "evolve/targets.h"

namespace espalier::search {
namespace {

/// The fitness falls by 1/66 when the distance of two numbers is halved.  Less than a part of that is no
/// progress: floating-point numbers can come nearer to each other for ever.
constexpr double visible = 0.005;

/// Of the functions that may run, each once.
evolve::Constants constants_of(const model::Program& program, model::FunctionId root) {
  evolve::Constants constants;
  for (const model::FunctionId id : model::reachable_functions(program, root)) {
    const model::Function& function = program.functions[id];
    // The models of library functions are full of numbers that are not the user's.
    if (function.name.starts_with("espalier_") || function.name.starts_with("__esp") ||
        function.name.starts_with("esp_"))
      continue;
    constants.integers.insert(constants.integers.end(), function.integers.begin(), function.integers.end());
    constants.reals.insert(constants.reals.end(), function.reals.begin(), function.reals.end());
  }
  std::ranges::sort(constants.integers);
  std::ranges::sort(constants.reals);
  const auto same_integers = std::ranges::unique(constants.integers);
  constants.integers.erase(same_integers.begin(), same_integers.end());
  const auto same_reals = std::ranges::unique(constants.reals);
  constants.reals.erase(same_reals.begin(), same_reals.end());
  return constants;
}

std::vector<model::Vertex> places_of(const model::ControlFlow& flow, const coverage::Goal& goal) {
  std::vector<model::Vertex> places;
  for (const model::EdgeId edge : goal.edges)
    if (flow.side(edge) != model::no_vertex) places.push_back(flow.side(edge));
  if (goal.edges.empty())
    for (const model::BlockId block : goal.blocks) places.push_back(flow.block(goal.function, block));
  return places;
}

}  // namespace

void Evolving::begin(const State& state, const Options& options) {
  if (state.batch == nullptr || options.evolve.genome.empty() || options.root == model::no_function) return;
  evolve::Settings settings = options.evolve.settings;
  if (options.iterations != 0)
    settings.population =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(options.iterations / 4, 2, settings.population));
  distances_.emplace(state.program, options.root);
  evolution_.emplace(options.evolve.genome, constants_of(state.program, options.root), *state.batch,
                     settings);
  edges_.assign(state.program.edge_count(), ESP_EDGE_SEEN);
  std::vector<bool> of_goals(state.program.functions.size());
  for (const coverage::Goal& goal : state.goals) {
    of_goals[goal.function] = true;
    for (const model::EdgeId edge : goal.edges) edges_[edge] |= ESP_EDGE_COUNTS;
  }
  for (const model::Site& site : state.program.sites)
    if (of_goals[site.function] &&
        (site.kind == model::SiteKind::Branch || site.kind == model::SiteKind::Switch))
      for (std::uint32_t side = 0; side < site.count; ++side)
        edges_[site.first + side] &= static_cast<std::uint8_t>(~ESP_EDGE_SEEN);
}

void Evolving::added(const State& state) {
  if (!evolution_) return;
  if (state.gain > 0) {
    stale_ = true;
    seed(*state.last.input);  // it may have brought no node: what is new can lie behind concrete branches
  }
  for (; seeded_ < state.inputs->size(); ++seeded_) evolution_->seed((*state.inputs)[seeded_]);
}

void Evolving::seed(const Input& input) {
  if (evolution_) evolution_->seed(input);
}

void Evolving::reduce(coverage::GoalId goal, evolve::Domain domain) {
  stale_ = true;
  domains_[goal] = std::move(domain);
}

void Evolving::aim(const State& state) {
  std::vector<evolve::Target> targets;
  for (coverage::GoalId goal = 0; goal < state.goals.size(); ++goal) {
    if (state.covered_goals[goal]) {
      approaches_.erase(goal);
      continue;
    }
    auto& approaches = approaches_[goal];
    if (approaches.empty())
      approaches =
          evolve::approaches(state.program, *distances_, places_of(distances_->flow(), state.goals[goal]));
    if (approaches.size() == 1) continue;  // nothing leads there
    const auto domain = domains_.find(goal);
    targets.push_back(
        {goal, approaches, domain == domains_.end() ? evolve::Domain::whole(genome()) : domain->second});
  }
  std::vector<std::uint8_t> edges = edges_;
  for (model::EdgeId edge = 0; edge < edges.size(); ++edge)
    if (state.covered[edge]) edges[edge] |= ESP_EDGE_SEEN;
  evolution_->aim(std::move(targets), std::move(edges));
  stale_ = false;
}

std::vector<Input> Evolving::generation(const State& state, Rng& rng) {
  if (!possible()) return {};
  if (stale_) aim(state);
  std::vector<Input> news = evolution_->generation(rng);
  const double nearest = evolution_->nearness();
  ++stalled_;
  if (!news.empty() || std::abs(nearest - nearest_) > visible) {
    stalled_ = 0;
    last_work_ = evolution_->work();
    nearest_ = nearest;
  }
  return news;
}

}  // namespace espalier::search
