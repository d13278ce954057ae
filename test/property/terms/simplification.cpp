// Random terms: what the simplifier made must have the value that the definition gives, on
// every input.  The list is checked in the order of making, so the first difference is one operator
// whose operands still agree: the failing rule's own smallest example.
#include <gtest/gtest.h>

#include <cstdlib>

#include "expr/evaluate.h"
#include "expr/semantics.h"
#include "property/terms/random_terms.h"

namespace espalier::test {
namespace {

using namespace expr;

// ESPALIER_ROUNDS multiplies the work of a long run.
std::uint64_t rounds() {
  const char* text = std::getenv("ESPALIER_ROUNDS");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
}

std::string describe(const Pool& pool, const RandomTerms& terms, std::size_t at) {
  const RandomTerms::Drawn& d = terms.all()[at];
  std::string text{info(d.op).name};
  text += " to " + std::to_string(d.bits) + " bits, k = " + std::to_string(d.k) + ", of";
  for (const int operand : {d.a, d.b, d.c})
    if (operand >= 0) {
      const Expr e = terms.all()[static_cast<std::size_t>(operand)].term;
      text += " {" + to_text(pool, e) + " : " + std::to_string(pool.bits(e)) + "}";
    }
  return text + "  became  " + to_text(pool, d.term);
}

void check_list(std::uint64_t seed, const RandomTerms::Options& options) {
  Rng rng(seed);
  Pool pool;
  RandomTerms terms(pool, rng, options);
  for (int i = 0; i < 60; ++i) terms.draw();
  Evaluator evaluate(pool);
  for (int i = 0; i < 24; ++i) {
    const Input input = terms.random_input();
    const std::vector<std::uint64_t> expected = terms.values(input);
    evaluate.reset(input);
    for (std::size_t at = 0; at < expected.size(); ++at) {
      ASSERT_EQ(pool.bits(terms.all()[at].term), terms.all()[at].bits) << describe(pool, terms, at);
      ASSERT_EQ(evaluate(terms.all()[at].term), expected[at])
          << "seed " << seed << ": " << describe(pool, terms, at);
    }
  }
}

TEST(RandomTerms, KeepTheirValueWhenSimplified) {
  for (std::uint64_t seed = 0; seed < 3000 * rounds() && !HasFatalFailure(); ++seed) check_list(seed, {});
}

TEST(RandomTerms, OfNarrowIntegersKeepTheirValueWhenSimplified) {
  const RandomTerms::Options narrow{{1, 2, 3, 4, 4}, {1, 1, 2, 3, 4, 4, 8}, false, true};
  for (std::uint64_t seed = 0; seed < 3000 * rounds() && !HasFatalFailure(); ++seed) check_list(seed, narrow);
}

TEST(RandomTerms, AreOftenSimplified) {
  Rng rng(1);
  Pool pool;
  RandomTerms terms(pool, rng, {});
  for (int i = 0; i < 4000; ++i) terms.draw();
  std::size_t changed = 0;
  for (const RandomTerms::Drawn& d : terms.all()) changed += pool[d.term].op != d.op;
  EXPECT_GT(changed, terms.all().size() / 10) << "the property tests would test little";
}

}  // namespace
}  // namespace espalier::test
