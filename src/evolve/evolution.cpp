#include "evolve/evolution.h"

#include <algorithm>
#include <cmath>

namespace espalier::evolve {
namespace {

constexpr std::size_t objectives_at_once = 64;
constexpr std::uint32_t turn = 16;          // generations for one target
constexpr std::uint32_t afresh = 3;           // turns that one which begins afresh lasts
constexpr std::uint32_t most_extensions = 8;  // of a turn that brings the population nearer
constexpr std::uint32_t half_of_both = 250;   // generations, when there is but one turn
constexpr std::size_t news_of_a_generation = 64;

}  // namespace

Evolution::Evolution(Genome genome, Constants constants, Evaluate evaluate, const Settings& settings)
    : genome_(std::move(genome)),
      constants_(std::move(constants)),
      judge_(std::move(evaluate)),
      settings_(settings),
      operators_(genome_, settings.fitness == Fitness::Distance ? &constants_ : nullptr),
      standard_(standard_breeder()),
      differential_(differential_breeder(settings.fitness == Fitness::Distance)),
      whole_(Domain::whole(genome_)) {}

void Evolution::aim(std::vector<Target> targets, std::vector<std::uint8_t> edges) {
  const bool had_focus = focus_ < targets_.size();
  const TargetId focused = had_focus ? targets_[focus_].id : 0;
  for (const Target& old : targets_)
    if (std::ranges::find(targets, old.id, &Target::id) == targets.end()) {
      archive_.forget(old.id);
      spreads_.erase(old.id);
      in_vain_.erase(old.id);
    }
  targets_ = std::move(targets);
  edges_ = std::move(edges);
  const auto same = std::ranges::find(targets_, focused, &Target::id);
  if (had_focus && same != targets_.end()) {
    focus_ = static_cast<std::size_t>(same - targets_.begin());
    window_ = focus_ / objectives_at_once * objectives_at_once;
  } else {
    if (focus_ >= targets_.size()) focus_ = 0;
    begin_turn();
    return;
  }
  window_size_ = std::min(objectives_at_once, targets_.size() - window_);
  approaches_.clear();
  for (std::size_t t = window_; t < window_ + window_size_; ++t)
    approaches_.insert(approaches_.end(), targets_[t].approaches.begin(), targets_[t].approaches.end());
}

void Evolution::begin_turn() {
  age_ = extensions_ = 0;
  improved_ = false;
  // By coverage one population serves all targets, unless the place to look for them changes.
  const bool moves = focus_ < targets_.size() && targets_[focus_].domain != whole_;
  if (settings_.fitness == Fitness::Distance || moves) founded_ = false;
  window_ = focus_ / objectives_at_once * objectives_at_once;
  window_size_ = std::min(objectives_at_once, targets_.size() - window_);
  approaches_.clear();
  for (std::size_t t = window_; t < window_ + window_size_; ++t)
    approaches_.insert(approaches_.end(), targets_[t].approaches.begin(), targets_[t].approaches.end());
}

void Evolution::seed(const Input& input) {
  constexpr std::size_t enough = 256;
  if (seeds_.size() >= enough) return;
  std::vector<std::uint64_t> values(genome_.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = input[static_cast<std::uint32_t>(i)] & last_key(genome_[i]);
  seeds_.push_back(std::move(values));
}

double Evolution::nearness() const {
  double sum = 0;
  for (const Target& target : targets_)
    if (const auto best = archive_.of(target.id); !best.empty()) sum += best.front().fitness;
  return sum;
}

std::size_t Evolution::sloping() const {
  return static_cast<std::size_t>(std::ranges::count_if(targets_, [this](const Target& target) {
    const auto found = spreads_.find(target.id);
    return found != spreads_.end() && found->second.least < found->second.most;
  }));
}

const Domain& Evolution::domain() const {
  return focus_ < targets_.size() ? targets_[focus_].domain : whole_;
}

Breeder& Evolution::breeder() {
  const bool first_half =
      settings_.fitness == Fitness::Distance ? age_ % turn < turn / 2 : generations_ / half_of_both % 2 == 0;
  const bool standard =
      settings_.algorithm == Algorithm::Standard || (settings_.algorithm == Algorithm::Both && first_half);
  return standard ? *standard_ : *differential_;
}

void Evolution::plant(Population& children) {
  std::size_t at = 0;
  for (; at < std::min(seeds_.size(), children.size()); ++at)
    std::ranges::copy(seeds_[at], children[at].begin());
  seeds_.erase(seeds_.begin(), seeds_.begin() + static_cast<std::ptrdiff_t>(at));
}

/// The first population of a turn: a third of it near what came nearest to the target, a third what is there
/// already, the rest at random.  Or all of it at random, every fourth time that turns bring nothing: what
/// came nearest may lead nowhere (squares that miss each other by one).
void Evolution::found(Rng& rng) {
  Population& all = parents_.individuals;
  const bool distances = settings_.fitness == Fitness::Distance;
  afresh_ = distances && focus_ < targets_.size() && in_vain_[targets_[focus_].id] % 4 == 3;
  const bool first = all.size() == 0 || afresh_;
  if (all.size() == 0) all = Population(genome_.size(), settings_.population);
  children_.individuals = Population(genome_.size(), settings_.population);
  const auto best = focus_ < targets_.size() && distances && !afresh_ ? archive_.of(targets_[focus_].id)
                                                                      : std::span<const Archive::Entry>{};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto individual = all[i];
    if (i % 3 == 0 && !best.empty()) {
      std::ranges::copy(best[i / 3 % best.size()].values, individual.begin());
      if (i / 3 >= best.size()) operators_.mutate(domain(), individual, rng);
    } else if (i % 3 == 1 || first) {
      const Domain& box = domain();
      if (best.empty()) {
        operators_.draw(box, individual, rng);
        continue;
      }
      // What is frozen keeps a value that came near.
      std::vector<std::uint64_t> drawn(individual.size());
      operators_.draw(box, drawn, rng);
      for (std::size_t g = 0; g < drawn.size(); ++g)
        individual[g] = box.frozen[g] ? best.front().values[g] : drawn[g];
    }
  }
  plant(all);
}

double Evolution::score(std::size_t individual, bool distances) const {
  if (!distances) return judgement_.counts(individual) ? -1.0 * judgement_.results[individual].covered : 1;
  const double fitness = judgement_.of(individual, focus_ - window_);
  return judgement_.counts(individual) ? fitness : std::max(fitness, 0.5);  // there, but no test
}

void Evolution::ask(Generation& generation) {
  const bool distances = settings_.fitness == Fitness::Distance && window_size_ != 0;
  execute::BatchQuestion question{.edges = edges_, .steps = settings_.steps};
  if (distances) {
    question.approaches = approaches_;
    question.objectives = static_cast<std::uint32_t>(window_size_);
  }
  judge_.ask(generation.individuals, question, judgement_);
  generation.scores.resize(generation.individuals.size());
  for (std::size_t i = 0; i < generation.scores.size(); ++i) generation.scores[i] = score(i, distances);
}

/// Takes what is new, and what is nearer to any target.
void Evolution::learn(const Generation& generation, std::vector<Input>& news) {
  const std::size_t size = generation.individuals.size();
  for (std::size_t i = 0; i < size; ++i)
    if (judgement_.results[i].news != 0 && judgement_.counts(i) && news.size() < news_of_a_generation) {
      const auto values = generation.individuals[i];
      news.push_back({{values.begin(), values.end()}});
    }
  if (judgement_.objectives == 0) return;
  for (std::size_t objective = 0; objective < judgement_.objectives; ++objective) {
    const TargetId id = targets_[window_ + objective].id;
    double bar = archive_.bar(id);
    Spread& spread = spreads_[id];
    for (std::size_t i = 0; i < size; ++i) {
      const double fitness = judgement_.of(i, objective);
      if (fitness < spread.least) {
        if (std::floor(fitness) < std::floor(spread.least)) spread.most = fitness;
        spread.least = fitness;
      } else if (fitness > spread.most && fitness < std::floor(spread.least) + 1) {
        spread.most = fitness;
      }
      if (fitness >= bar || !judgement_.counts(i)) continue;
      const bool nearest = archive_.offer(id, fitness, generation.individuals[i]);
      improved_ |= nearest && window_ + objective == focus_;
      bar = archive_.bar(id);
    }
  }
}

std::vector<Input> Evolution::generation(Rng& rng) {
  std::vector<Input> news;
  if (genome_.empty() || gave_up()) return news;
  if (!founded_) {
    found(rng);
    ask(parents_);
    learn(parents_, news);
    founded_ = true;
  } else {
    breeder().breed(parents_, operators_, domain(), children_.individuals, rng);
    plant(children_.individuals);
    ask(children_);
    learn(children_, news);
    breeder().select(parents_, children_);
  }
  ++age_;
  ++generations_;
  if (age_ >= (afresh_ ? afresh * turn : turn) && !targets_.empty()) {
    if (improved_ && ++extensions_ <= most_extensions) {
      age_ = 0;
      improved_ = false;
    } else {
      std::uint32_t& in_vain = in_vain_[targets_[focus_].id];
      in_vain = improved_ ? 0 : in_vain + 1;
      focus_ = (focus_ + 1) % targets_.size();
      begin_turn();
    }
  }
  return news;
}

}  // namespace espalier::evolve
