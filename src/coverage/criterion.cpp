#include "coverage/criterion.h"

namespace espalier::coverage {

std::unique_ptr<Criterion> make_criterion(std::string_view name, const model::Program& program,
                                          const std::vector<model::FunctionId>& functions,
                                          const frontend::SourceFile& source) {
  if (name == "branch") return branch_criterion(program, functions, source);
  if (name == "statement") return statement_criterion(program, functions, source);
  return nullptr;
}

}  // namespace espalier::coverage
