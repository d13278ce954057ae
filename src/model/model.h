#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace espalier::model {

using EdgeId = std::uint32_t;      ///< number of a side, as in esp_record::edge
using FunctionId = std::uint32_t;
using BlockId = std::uint32_t;     ///< within its function
inline constexpr BlockId no_block = 0xffffffff;
using SiteId = std::uint32_t;
inline constexpr SiteId no_site = ~SiteId{0};
inline constexpr FunctionId no_function = ~FunctionId{0};

struct Location {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend auto operator<=>(const Location&, const Location&) = default;
};

enum class SiteKind : std::uint8_t {
  Branch,   ///< two edges: first = condition true, first+1 = false
  Switch,   ///< one edge per case in the order of `values`, then the default
  Check,    ///< two edges: first = the operation is about to fail, first+1 = it is fine
  Choice,   ///< two edges, like a branch, but not of the source: an index is told apart
  Entry,    ///< one edge: the function was entered
  Approximation,  ///< one edge: something was replaced by its concrete value here
  Call,     ///< one edge: a call during which other instrumented code may run; never in a path
};

/// A place where runs can differ (or lose exactness): owns the edges first .. first+count-1.
struct Site {
  SiteKind kind;
  FunctionId function;
  BlockId block;
  EdgeId first;
  std::uint32_t count;
  Location location;           ///< of the condition
  Location operand_location;   ///< of its first operand; helps to find the condition in the source
  std::vector<std::uint64_t> values;  ///< Switch: the case values, zero-extended
  std::uint32_t value_bits = 0;       ///< Switch: width of the switched value
  std::string what;            ///< Check: "division by zero", ...; Approximation: why
  std::uint32_t call = 0;      ///< Call: its position among the calls of its block
  /// Branch: of a constant arm of `c ? 0 : x`, which decides the condition around it, the block that tests
  /// `c`.
  BlockId arm_of = no_block;
};

enum class TerminatorKind : std::uint8_t { Jump, Branch, Switch, Return, Unreachable };

struct Block {
  TerminatorKind terminator;
  std::vector<BlockId> successors;  ///< Branch: true, false; Switch: as the site's edges
  SiteId site = no_site;  ///< of a Branch or Switch that has one
  std::vector<std::uint32_t> lines;  ///< source lines of its instructions, ascending
  std::vector<std::string> calls;  ///< direct callees in order; "*" for an indirect call
};

struct Function {
  std::string name;
  Location location;
  EdgeId entry;
  bool is_static = false;
  std::uint32_t module = 0;  ///< position of its module in the text
  std::vector<Block> blocks;  ///< [0] is the entry
  std::vector<SiteId> sites;
  /// Numbers that its comparisons and computations have, each once.
  std::vector<std::int64_t> integers{};
  std::vector<double> reals{};
  bool around_main = false;  ///< runs before or after main, called by nobody
};

/// The static picture of an instrumented program.
struct Program {
  std::vector<Function> functions;
  std::vector<Site> sites;
  std::vector<SiteId> site_of_edge;  ///< indexed by EdgeId; no_site: the edge belongs to none

  [[nodiscard]] const Site& site(EdgeId edge) const { return sites[site_of_edge[edge]]; }
  [[nodiscard]] const Function* find(std::string_view name) const;
  [[nodiscard]] FunctionId id_of(std::string_view name) const;  ///< no_function when there is none
  [[nodiscard]] std::uint32_t edge_count() const { return static_cast<std::uint32_t>(site_of_edge.size()); }
};

/// Reads the model section of an instrumented ELF binary (or object).
Result<Program> read_program(const std::filesystem::path& binary);

/// Parses the section's text: one JSON object per module and line.  Format: src/model/README.md.
Result<Program> parse_program(std::string_view text);

/// Functions that `root` may call, directly or not, itself included, ascending.  An indirect call, and a
/// call of code that we do not see and that may call back (qsort, ...), may reach every function.  From
/// `main`, what runs before and after it counts as called.
std::vector<FunctionId> reachable_functions(const Program& program, FunctionId root);

/// By BlockId: some chain of successors leads there from the entry.
std::vector<bool> reachable_blocks(const Function& function);

}  // namespace espalier::model
