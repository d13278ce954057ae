// Random conjunctions over few input bits: the solver's answer must be what trying all inputs says.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "expr/evaluate.h"
#include "property/terms/random_terms.h"
#include "solve/solver.h"

namespace espalier::test {
namespace {

using namespace expr;

std::uint64_t rounds() {
  const char* text = std::getenv("ESPALIER_ROUNDS");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
}

struct Count {
  int sat = 0, unsat = 0, unknown = 0;
};

bool satisfies(Evaluator& evaluate, std::span<const Expr> constraints, const Input& input) {
  evaluate.reset(input);
  for (const Expr constraint : constraints)
    if (evaluate(constraint) == 0) return false;
  return true;
}

// Every input over the given widths, until `visit` returns true.
template <class Visit>
bool any_input(const std::vector<unsigned>& bits, Visit visit) {
  unsigned total = 0;
  for (const unsigned width : bits) total += width;
  for (std::uint64_t pattern = 0; pattern < std::uint64_t{1} << total; ++pattern) {
    Input input;
    std::uint64_t rest = pattern;
    for (std::size_t i = 0; i < bits.size(); ++i) {
      input.set(static_cast<std::uint32_t>(i), rest & ((std::uint64_t{1} << bits[i]) - 1));
      rest >>= bits[i];
    }
    if (visit(input)) return true;
  }
  return false;
}

std::string describe(const Pool& pool, std::span<const Expr> constraints) {
  std::string text;
  for (const Expr constraint : constraints) text += "\n  " + to_text(pool, constraint);
  return text;
}

using Build = std::function<std::unique_ptr<solve::Solver>(const Pool&)>;
std::unique_ptr<solve::Solver> whole_stack(const Pool& pool) { return solve::make_solver(pool); }
std::unique_ptr<solve::Solver> bits_alone(const Pool& pool) {
  return solve::check_models(pool, solve::bit_blasting(pool, nullptr));
}

/// Only these layers: what they do not settle is unknown.
Build only(const std::vector<std::string>& layers) {
  return [layers](const Pool& pool) {
    return solve::make_solver(pool, {.layers = layers, .check_unsat = false, .record_file = {}});
  };
}
std::unique_ptr<solve::Solver> judged(const Pool& pool) {
  return solve::make_solver(pool, {.layers = {}, .check_unsat = true, .record_file = {}});
}

// One pool and one solver for several queries, so that caches and incremental state are used.
void check_stream(std::uint64_t seed, const RandomTerms::Options& options, const Build& build, Count& count) {
  Rng rng(seed);
  Pool pool;
  RandomTerms terms(pool, rng, options);
  const auto solver = build(pool);
  Evaluator evaluate(pool);
  std::vector<Expr> constraints;
  for (int query = 0; query < 8; ++query) {
    if (constraints.size() > 3) constraints.resize(rng.below(3));
    for (int i = 0; i < 4; ++i) terms.draw();
    constraints.push_back(terms.all()[static_cast<std::size_t>(terms.draw(1))].term);
    const Input seed_input = terms.random_input();
    const solve::Answer answer = solver->solve({constraints, seed_input, std::chrono::seconds(5)});
    const auto where = [&] { return "seed " + std::to_string(seed) + describe(pool, constraints); };
    if (const auto* sat = std::get_if<solve::Sat>(&answer)) {
      ++count.sat;
      ASSERT_TRUE(satisfies(evaluate, constraints, sat->input)) << where();
    } else if (const auto* unsat = std::get_if<solve::Unsat>(&answer)) {
      ++count.unsat;
      std::vector<Expr> core;
      for (const std::size_t i : unsat->core) {
        ASSERT_LT(i, constraints.size()) << where();
        core.push_back(constraints[i]);
      }
      ASSERT_FALSE(
          any_input(options.input_bits, [&](const Input& input) { return satisfies(evaluate, core, input); }))
          << where() << "\ncore:" << describe(pool, core);
    } else {
      ++count.unknown;
    }
  }
  solve::Statistics statistics;
  solver->collect(statistics);
  for (const auto& [name, layer] : statistics)
    for (const std::string& complaint : layer.complaints) ADD_FAILURE() << complaint;
}

const RandomTerms::Options integers{{8, 4}, {1, 1, 4, 7, 8, 8, 16}, false, true};
const RandomTerms::Options integers_as_drawn{{8, 4}, {1, 1, 4, 7, 8, 8, 16}, false, false};
const RandomTerms::Options floats_as_drawn{{8}, {1, 8, 32}, true, false};

TEST(Solving, AgreesWithTryingAllInputsOnIntegers) {
  Count count;
  for (std::uint64_t seed = 0; seed < 60 * rounds() && !HasFatalFailure(); ++seed)
    check_stream(seed, integers, whole_stack, count);
  EXPECT_GT(count.sat, count.unsat / 20);
  EXPECT_GT(count.unsat, count.sat / 20);
  EXPECT_EQ(count.unknown, 0);
}

TEST(Solving, ByZ3AloneAgreesOnEveryOperatorUnsimplified) {
  Count count;
  for (std::uint64_t seed = 1000; seed < 1000 + 60 * rounds() && !HasFatalFailure(); ++seed)
    check_stream(seed, integers_as_drawn, solve::z3_backend, count);
  EXPECT_EQ(count.unknown, 0);
}

TEST(Solving, ByBitsAloneAgreesOnEveryOperatorUnsimplified) {
  Count count;
  for (std::uint64_t seed = 3000; seed < 3000 + 60 * rounds() && !HasFatalFailure(); ++seed)
    check_stream(seed, integers_as_drawn, bits_alone, count);
  EXPECT_EQ(count.unknown, 0);
}

TEST(Solving, ByBitsAloneAgreesOnFloatsOrLeavesNaNOpen) {
  Count count;
  for (std::uint64_t seed = 4000; seed < 4000 + 60 * rounds() && !HasFatalFailure(); ++seed)
    check_stream(seed, floats_as_drawn, bits_alone, count);
  EXPECT_LT(count.unknown, (count.sat + count.unsat) / 10);
}

// What a layer settles alone must be right; how much it settles is another matter.
TEST(Solving, ByASingleLayerIsRightWhereItAnswers) {
  for (const char* name : {"domains", "inversion", "order", "intervals", "search", "enumeration"}) {
    const Build layer = only({name});
    Count count;
    for (std::uint64_t seed = 5000; seed < 5000 + 40 * rounds() && !HasFatalFailure(); ++seed) {
      check_stream(seed, integers, layer, count);
      check_stream(seed, integers_as_drawn, layer, count);
      check_stream(seed, floats_as_drawn, layer, count);
    }
    EXPECT_GT(count.sat + count.unsat, 0) << name << " never answers";
  }
}

// One layer in front of a complete back end spoils nothing, whatever it remembers.
TEST(Solving, WithASingleLayerBeforeBitsAgreesWithTryingAllInputs) {
  for (const std::string& name : solve::layer_names()) {
    if (name == "bits" || name == "z3") continue;
    Count count;
    for (std::uint64_t seed = 8000; seed < 8000 + 20 * rounds() && !HasFatalFailure(); ++seed)
      check_stream(seed, integers_as_drawn, only({name, "bits"}), count);
    EXPECT_EQ(count.unknown, 0) << name;
  }
}

TEST(Solving, WithoutSliceAgreesWithTryingAllInputs) {
  Count count;
  for (std::uint64_t seed = 6000; seed < 6000 + 60 * rounds() && !HasFatalFailure(); ++seed)
    check_stream(seed, integers_as_drawn,
                 only({"cache", "models", "cores", "inversion", "order", "intervals", "search", "bits"}),
                 count);
  EXPECT_EQ(count.unknown, 0);
}

TEST(Solving, IsConfirmedByTheJudge) {
  Count count;
  for (std::uint64_t seed = 7000; seed < 7000 + 5 * rounds() && !HasFatalFailure(); ++seed)
    check_stream(seed, integers, judged, count);
  EXPECT_EQ(count.unknown, 0);
}

TEST(Solving, AgreesWithTryingAllInputsOnFloatsOrGivesUp) {
  Count count;
  for (std::uint64_t seed = 2000; seed < 2000 + 20 * rounds() && !HasFatalFailure(); ++seed)
    check_stream(seed, floats_as_drawn, whole_stack, count);
  EXPECT_LT(count.unknown, (count.sat + count.unsat) / 10);
}

}  // namespace
}  // namespace espalier::test
