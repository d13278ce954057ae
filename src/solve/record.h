#pragma once

#include <chrono>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/input.h"
#include "base/result.h"
#include "expr/expr.h"

namespace espalier::solve {

// Streams of queries in a file, so that solvers can be compared on what campaigns really ask.  Lines:
//
//   t OP BITS A B C K      the next term (numbered from 1), operands by number, 0 for none
//   q MILLISECONDS SEEDS s0 s1 ... CONSTRAINTS c0 c1 ...
//   k the same                          the seed is known to make all but the last constraint true
//
// A file whose name ends in .smt2 gets the same queries as an SMT-LIB 2 script instead.

struct RecordedQuery {
  std::vector<expr::Expr> constraints;
  Input seed;
  std::chrono::milliseconds budget;
  bool seed_keeps_prefix = false;
};

/// All queries of a recorded file, over terms made in `pool` exactly as they were.
Result<std::vector<RecordedQuery>> read_queries(const std::filesystem::path& file, expr::Pool& pool);

/// What a script has defined so far.
struct SmtlibWritten {
  std::vector<bool> terms;
  std::vector<bool> variables;
};

/// Definitions in SMT-LIB 2 (QF_BVFP) of the terms that are not written yet, operands first; term n is
/// called t<n>, input variable n x<n>.
std::string smtlib_definitions(const expr::Pool& pool, expr::Expr e, SmtlibWritten& written);

/// One query as a whole script.
std::string to_smtlib(const expr::Pool& pool, std::span<const expr::Expr> constraints);

}  // namespace espalier::solve
