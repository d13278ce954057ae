// Conditions on a single byte that exclude each other: the values that each allows are known from earlier
// queries, and none is in all of them.
#include "solve/domains.h"

#include "solve/layer.h"

namespace espalier::solve {
namespace {

class SingleBytes final : public Layer {
 public:
  SingleBytes(const expr::Pool& pool, std::unique_ptr<Solver> next)
      : Layer("domains", std::move(next)), domains_(pool) {}

 private:
  Answer decide(const Query& query) override {
    if (const Byte* none = narrowed_.load(domains_, query.constraints)) return Unsat{none->conditions()};
    return ask_next(query);
  }

  Domains domains_;
  Narrowed narrowed_;
};

}  // namespace

std::unique_ptr<Solver> compare_domains(const expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<SingleBytes>(pool, std::move(next));
}

}  // namespace espalier::solve
