#include "solve/record.h"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <sstream>

#include "solve/layer.h"

namespace espalier::solve {
namespace {

using expr::Expr;
using expr::Op;
using expr::Term;

class Record final : public Layer {
 public:
  Record(const expr::Pool& pool, const std::string& file, std::unique_ptr<Solver> next)
      : Layer("record", std::move(next)), pool_(pool), as_smtlib_(file.ends_with(".smt2")), out_(file) {
    if (!out_)
      throw UserError(ExitCode::Usage,
                      fmt::format("--record-queries: {} cannot be written; choose another file", file));
    if (as_smtlib_) out_ << "(set-logic QF_BVFP)\n";
  }

 private:
  Answer decide(const Query& query) override {
    if (as_smtlib_)
      write_smtlib(query);
    else
      write(query);
    return ask_next(query);
  }

  void write(const Query& query) {
    for (const Expr constraint : query.constraints) write_terms(constraint);
    out_ << (query.seed_keeps_prefix ? "k " : "q ") << query.budget.count() << ' '
         << query.seed.values.size();
    for (const std::uint64_t value : query.seed.values) out_ << ' ' << value;
    out_ << ' ' << query.constraints.size();
    for (const Expr constraint : query.constraints) out_ << ' ' << number_[constraint.id];
    out_ << '\n';
  }

  void write_terms(Expr root) {
    if (number_.size() < pool_.size()) number_.resize(pool_.size(), 0);
    std::vector<Expr> stack{root};
    while (!stack.empty()) {
      const Expr e = stack.back();
      bool ready = true;
      for (const Expr operand : pool_[e].operands)
        if (operand && number_[operand.id] == 0) {
          stack.push_back(operand);
          ready = false;
        }
      if (!ready) continue;
      stack.pop_back();
      if (number_[e.id] != 0) continue;
      const Term& term = pool_[e];
      out_ << "t " << expr::info(term.op).name << ' ' << int{term.bits};
      for (const Expr operand : term.operands) out_ << ' ' << (operand ? number_[operand.id] : 0);
      out_ << ' ' << term.k << '\n';
      number_[e.id] = ++count_;
    }
  }

  void write_smtlib(const Query& query) {
    for (const Expr constraint : query.constraints) out_ << smtlib_definitions(pool_, constraint, written_);
    out_ << "(push 1)\n";
    for (const Expr constraint : query.constraints)
      out_ << fmt::format("(assert (= t{} #b1))\n", constraint.id);
    out_ << "(check-sat)\n(pop 1)\n";
  }

  const expr::Pool& pool_;
  bool as_smtlib_;
  std::ofstream out_;
  std::vector<std::uint32_t> number_;  // by term: its number in the file
  std::uint32_t count_ = 0;
  SmtlibWritten written_;
};

bool find_op(const std::string& name, Op& op) {
  for (std::size_t i = 0; i < expr::op_count; ++i)
    if (expr::info(static_cast<Op>(i)).name == name) {
      op = static_cast<Op>(i);
      return true;
    }
  return false;
}

}  // namespace

Result<std::vector<RecordedQuery>> read_queries(const std::filesystem::path& file, expr::Pool& pool) {
  std::ifstream in(file);
  if (!in) return Error{fmt::format("{}: cannot be read", file.string())};
  std::vector<RecordedQuery> queries;
  std::vector<Expr> terms{Expr{}};
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    const auto malformed = [&] {
      return Error{fmt::format("{}:{}: not a line of recorded queries", file.string(), number)};
    };
    if (kind == "t") {
      std::string name;
      unsigned bits = 0;
      std::array<std::size_t, 3> operands{};
      std::uint64_t k = 0;
      Op op{};
      if (!(words >> name >> bits >> operands[0] >> operands[1] >> operands[2] >> k) || !find_op(name, op) ||
          bits < 1 || bits > 64)
        return malformed();
      Term term{op, static_cast<std::uint8_t>(bits), {}, k};
      for (std::size_t i = 0; i < 3; ++i) {
        if (operands[i] >= terms.size()) return malformed();
        term.operands[i] = terms[operands[i]];
      }
      terms.push_back(pool.make_unsimplified(term));
    } else if (kind == "q" || kind == "k") {
      RecordedQuery query;
      query.seed_keeps_prefix = kind == "k";
      std::int64_t budget = 0;
      std::size_t count = 0;
      if (!(words >> budget >> count)) return malformed();
      query.budget = std::chrono::milliseconds(budget);
      for (std::uint64_t value = 0; count > 0 && words >> value; --count) query.seed.values.push_back(value);
      if (!(words >> count)) return malformed();
      for (std::size_t at = 0; count > 0 && words >> at; --count) {
        if (at == 0 || at >= terms.size()) return malformed();
        query.constraints.push_back(terms[at]);
      }
      if (!words) return malformed();
      queries.push_back(std::move(query));
    } else {
      return malformed();
    }
  }
  return queries;
}

std::unique_ptr<Solver> record_queries(const expr::Pool& pool, const std::string& file,
                                       std::unique_ptr<Solver> next) {
  return std::make_unique<Record>(pool, file, std::move(next));
}

}  // namespace espalier::solve
