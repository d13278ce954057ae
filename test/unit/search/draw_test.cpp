// Drawing paths against the truth: every input of small programs is run, and depth-first search explores
// them.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/files.h"
#include "execute/import.h"
#include "paths/limbs.h"
#include "search/flow.h"
#include "unit/search/compiled.h"

namespace espalier::search {
namespace {

using Sides = std::vector<model::EdgeId>;

struct Sample {
  std::string name;
  std::string text;  ///< of a function f of two 8-bit parameters
  std::uint32_t length;
};

// Decisions that depend on each other, as in an avoidance system; a walk that halves an interval; calls, also
// recursive ones; a switch; a division that can fail; a loop that does not depend on the input.
const std::vector<Sample> kSamples{
    {"tcas-like",
     "int f(unsigned char up, unsigned char down) {\n"
     "  int biased = up > 100 && up < 200 ? up + 20 : up;\n"
     "  int climb = biased > down ? !(up < 50) || (up < 50 && !(down >= 30)) : up > 60 && down >= 40;\n"
     "  int descend = biased > down ? up < 50 && down >= 30 : !(up > 60) || (up > 60 && down > 90);\n"
     "  if (climb && descend) return 3;\n"
     "  if (climb) return 1;\n"
     "  return descend ? 2 : 0;\n"
     "}\n",
     60},
    {"binary-search-like",
     "int f(unsigned char low, unsigned char high) {\n"
     "  int steps = 0;\n"
     "  while (low < high && high < 40) {\n"
     "    unsigned char middle = (unsigned char)((low + high) / 2);\n"
     "    if (middle % 3 == 0) return steps;\n"
     "    if (middle < 17) low = (unsigned char)(middle + 1); else high = middle;\n"
     "    steps++;\n"
     "  }\n"
     "  return steps;\n"
     "}\n",
     40},
    {"calls",
     "static int sign(int x) { if (x < 0) return -1; return x > 0; }\n"
     "static int down(int n) { if (n <= 0) return 0; return 1 + down(n - 3); }\n"
     "int f(unsigned char a, unsigned char b) {\n"
     "  int s = sign(a - b) + sign(b - 7);\n"
     "  if (s == 2) return down(a - 200);\n"
     "  return s < 0 ? down(b) : 0;\n"
     "}\n",
     30},
    {"switch and division",
     "int f(unsigned char a, unsigned char b) {\n"
     "  int sum = 0;\n"
     "  for (int i = 0; i < 3; i++) sum += i;\n"
     "  switch (a & 7) {\n"
     "    case 0: return sum / (b - 9);\n"
     "    case 1: case 2: if (b > a) return 1; break;\n"
     "    case 5: return a > 200;\n"
     "    default: if (a == 0) return 2;\n"
     "  }\n"
     "  return b == 4 ? 5 : sum;\n"
     "}\n",
     60}};

class Trial {
 public:
  explicit Trial(const Sample& sample) : length_(sample.length) {
    write_file(scratch_.path() / "f.c", sample.text);
    compiled_.emplace(scratch_.path() / "f.c", "f");
    program_ = &compiled_->program;
    flow_.emplace(*program_, program_->id_of("espalier_unit_0"), program_->id_of("f"), length_, 3);
  }

  Outcome draw(DrawOptions options, std::uint64_t seed = 1) {
    options.length = length_;
    return compiled_->explore({.strategy = "draw", .seed = seed, .exhaustive = true, .draw = options});
  }

  /// Paths that depth-first search explores, of any length.
  std::uint64_t depth_first() { return compiled_->explore({.exhaustive = true}).paths; }

  /// The sides that runs take within the unit; paths longer than the bound, and runs that fail, left out.
  std::set<Sides> by_all_inputs() {
    expr::Pool pool;
    execute::Importer importer(pool, *program_);
    std::set<Sides> found;
    for (std::uint64_t a = 0; a < 256; ++a)
      for (std::uint64_t b = 0; b < 256; ++b) {
        const Input input{{a, b}};
        const execute::Run run = compiled_->subject->run(0, input, ESP_MODE_CONCOLIC, ESP_TELL_TRACE);
        if (run.status != ESP_OK) continue;
        const execute::Importer::Outcome imported = importer.import(run, input);
        EXPECT_EQ(imported.mismatch, "");
        add(imported.path.steps, imported.path.contexts, importer.contexts(), found);
      }
    return found;
  }

  /// Sides of a run's own turns, if its path is short enough.
  void add(const std::vector<execute::Step>& steps, const std::vector<model::ContextId>& contexts,
           const model::Contexts& stacks, std::set<Sides>& into) const {
    std::vector<Turn> turns;
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (const InstanceId owner = flow_->owner(program_->site(steps[i].edge), contexts[i], stacks);
          owner != no_instance)
        turns.push_back({owner, steps[i].edge});
    if (!fits(turns)) return;
    Sides sides;
    for (const Turn& turn : turns) sides.push_back(turn.edge);
    into.insert(sides);
  }

  /// Follows the turns through the graph and counts edges.
  bool fits(const std::vector<Turn>& turns) const {
    std::multimap<paths::Vertex, paths::EdgeId> out;
    for (paths::EdgeId e = 0; e < flow_->edges().size(); ++e) out.emplace(flow_->edges()[e].from, e);
    paths::Vertex at = flow_->start();
    std::size_t next = 0, length = 0;
    while (at != flow_->end()) {
      if (++length > length_) return false;
      bool moved = false;
      for (auto [e, last] = out.equal_range(at); e != last && !moved; ++e) {
        const auto turn = flow_->turn(e->second);
        if (turn && (next == turns.size() || !(turns[next] == *turn))) continue;
        next += turn ? 1 : 0;
        at = flow_->edges()[e->second].to;
        moved = true;
      }
      if (!moved) {
        EXPECT_FALSE(out.contains(at)) << "a run left the graph";
        return false;
      }
    }
    EXPECT_EQ(next, turns.size());
    return true;
  }

 private:
  std::uint32_t length_;
  ScratchDirectory scratch_;
  std::optional<simulated::Compiled> compiled_;
  const model::Program* program_ = nullptr;
  std::optional<FlowGraph> flow_;
};

std::set<Sides> distinct(const Outcome& outcome) {
  return {outcome.drawing->sides.begin(), outcome.drawing->sides.end()};
}

TEST(Draw, FindsExactlyThePathsThatRunningAllInputsShows) {
  for (const Sample& sample : kSamples) {
    Trial trial(sample);
    const std::set<Sides> expected = trial.by_all_inputs();
    ASSERT_GT(expected.size(), 4u) << sample.name;
    const Outcome outcome = trial.draw({});
    EXPECT_TRUE(outcome.mismatches.empty()) << sample.name;
    EXPECT_EQ(distinct(outcome), expected) << sample.name;
    const Drawing& drawing = *outcome.drawing;
    EXPECT_EQ(drawing.distinct, expected.size()) << sample.name;
    EXPECT_TRUE(drawing.complete) << sample.name;
    EXPECT_EQ(drawing.alive, "0") << sample.name;
    EXPECT_EQ(drawing.undecided, 0u) << sample.name;
    EXPECT_EQ(paths::Count(drawing.infeasible_paths) + paths::Count(expected.size()),
              paths::Count(drawing.paths))
        << sample.name;
    EXPECT_LE(outcome.solver_calls, drawing.drawn) << sample.name << ": one question for each path at most";
    EXPECT_GT(drawing.infeasible, 0u) << sample.name << ": something had to be eliminated";
  }
}

TEST(Draw, ForcedRunsFindAndProveTheSame) {
  for (const Sample& sample : kSamples) {
    Trial trial(sample);
    const std::set<Sides> expected = trial.by_all_inputs();
    const Outcome outcome = trial.draw({.forcing = Forcing::Always});
    EXPECT_TRUE(outcome.mismatches.empty()) << sample.name;
    EXPECT_EQ(distinct(outcome), expected) << sample.name;
    const Drawing& drawing = *outcome.drawing;
    EXPECT_TRUE(drawing.complete) << sample.name;
    EXPECT_EQ(drawing.undecided, 0u) << sample.name;
    EXPECT_EQ(paths::Count(drawing.infeasible_paths) + paths::Count(expected.size()),
              paths::Count(drawing.paths))
        << sample.name;
    EXPECT_LE(outcome.solver_calls, drawing.drawn) << sample.name;
  }
}

TEST(Draw, ForcingAsksOnceForAPathWhereFlippingAsksOnTheWay) {
  Trial trial(kSamples[0]);
  const DrawOptions some{.tests = 3, .without_replacement = true};
  DrawOptions flips = some, forces = some;
  flips.forcing = Forcing::Never;
  forces.forcing = Forcing::Always;
  const Outcome forced = trial.draw(forces), flipped = trial.draw(flips);
  EXPECT_LE(forced.solver_calls, forced.drawing->drawn);
  EXPECT_GT(static_cast<double>(flipped.solver_calls) / static_cast<double>(flipped.drawing->drawn),
            static_cast<double>(forced.solver_calls) / static_cast<double>(forced.drawing->drawn));
}

TEST(Draw, FindsAsManyPathsAsDepthFirstSearch) {
  for (const Sample& sample : {kSamples[0], kSamples[1]}) {  // all of whose paths are short enough
    Trial trial(sample);
    EXPECT_EQ(trial.draw({}).drawing->distinct, trial.depth_first()) << sample.name;
  }
}

TEST(Draw, UnfoldingLeavesFewerPathsAndFindsTheSame) {
  for (const Sample& sample : kSamples) {
    Trial trial(sample);
    const Outcome plain = trial.draw({});
    const Outcome unfolded = trial.draw({.unfold = 15});
    EXPECT_EQ(distinct(unfolded), distinct(plain)) << sample.name;
    EXPECT_TRUE(unfolded.drawing->complete) << sample.name;
    EXPECT_LT(paths::Count(unfolded.drawing->unfolded), paths::Count(plain.drawing->paths)) << sample.name;
    EXPECT_LE(unfolded.drawing->infeasible, plain.drawing->infeasible) << sample.name;
  }
}

TEST(Draw, WithoutEliminationTheSamePathsTakeMoreDrawings) {
  Trial trial(kSamples[1]);
  const Outcome with = trial.draw({});
  const Outcome without = trial.draw({.tests = with.drawing->distinct, .eliminate = false});
  EXPECT_EQ(distinct(without), distinct(with));
  EXPECT_GT(without.drawing->drawn, 2 * with.drawing->drawn);
}

TEST(Draw, GivesTheNumberOfTestsThatWasAskedForAndTheSameForTheSameSeed) {
  Trial trial(kSamples[0]);
  const Outcome one = trial.draw({.tests = 5, .without_replacement = true}, 7);
  EXPECT_EQ(one.drawing->distinct, 5u);
  EXPECT_FALSE(one.drawing->complete);
  ASSERT_GE(one.candidates.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(one.candidates[i].run, one.drawing->runs[i]);
  const Outcome same = trial.draw({.tests = 5, .without_replacement = true}, 7);
  const Outcome other = trial.draw({.tests = 5, .without_replacement = true}, 8);
  EXPECT_EQ(one.drawing->sides, same.drawing->sides);
  EXPECT_NE(one.drawing->sides, other.drawing->sides);

  const Outcome replaced = trial.draw({.tests = 300});
  EXPECT_EQ(replaced.drawing->feasible, 300u);
  EXPECT_LT(replaced.drawing->distinct, 300u);
}

TEST(Draw, CallsBelowTheDepthAreNotToldApart) {
  Trial trial(kSamples[2]);
  const Outcome deep = trial.draw({});
  const Outcome flat = trial.draw({.call_depth = 0});
  EXPECT_LT(paths::Count(flat.drawing->paths), paths::Count(deep.drawing->paths));
  EXPECT_TRUE(flat.drawing->complete);
  EXPECT_EQ(flat.drawing->distinct, 3u) << "s == 2, s < 0, and neither";
}

}  // namespace
}  // namespace espalier::search
