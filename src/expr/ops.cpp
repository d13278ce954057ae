#include "expr/expr.h"

namespace espalier::expr {
namespace {

constexpr OpInfo op_table[] = {
#define ESP_OP(name, operands, text) {#name, text, operands},
#include "runtime/ops.def"
#undef ESP_OP
};
static_assert(std::size(op_table) == op_count, "one row for each operator");
static_assert(op_table[static_cast<std::size_t>(Op::FToS)].name == "FToS", "rows in the order of Op");

}  // namespace

const OpInfo& info(Op op) { return op_table[static_cast<std::size_t>(op)]; }

}  // namespace espalier::expr
