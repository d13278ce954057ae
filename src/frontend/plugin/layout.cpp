#include "layout.h"

#include <cmath>
#include <set>

#include "around_main.h"
#include "externals.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "normalise.h"
#include "runtime/abi.h"

using namespace llvm;

namespace espalier::plugin {
namespace {

std::string path_of(const DIScope* scope) {
  SmallString<256> path(scope->getFilename());
  if (!sys::path::is_absolute(path)) {
    path = scope->getDirectory();
    sys::path::append(path, scope->getFilename());
  }
  sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return std::string(path);
}

/// Where the first operand of a condition comes from: when the comparison itself is attributed to the
/// operator around it, its operand still lies inside the condition.
DebugLoc operand_location(const Value* condition) {
  const auto* i = dyn_cast<Instruction>(condition);
  while (i && i->getNumOperands() > 0) {
    i = dyn_cast<Instruction>(i->getOperand(0));
    if (i && i->getDebugLoc()) return i->getDebugLoc();
  }
  return {};
}

/// The calls that the model lists.
SmallVector<const CallBase*> calls_in(const BasicBlock& block) {
  SmallVector<const CallBase*> calls;
  for (const Instruction& i : block) {
    const auto* call = dyn_cast<CallBase>(&i);
    if (call && !isa<IntrinsicInst>(call) && !call->isInlineAsm()) calls.push_back(call);
  }
  return calls;
}

json::Array callees(const BasicBlock& block) {
  json::Array names;
  for (const CallBase* call : calls_in(block)) {
    const Function* callee = call->getCalledFunction();
    names.push_back(callee ? callee->getName() : "*");
  }
  return names;
}

/// Instrumented code may run before the call returns: it has a body, is not known, or calls back.
bool may_come_back(const CallBase& call) {
  const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  if (!callee || !callee->isDeclaration()) return true;
  const StringRef name = callee->getName();
  return !name.starts_with("__esp_") && replacement(name).empty() && classify(name) == External::Unknown;
}

json::Array lines(const BasicBlock& block) {
  std::set<unsigned> found;
  for (const Instruction& i : block)
    if (!isa<PHINode>(i) && i.getDebugLoc() && i.getDebugLoc().getLine() != 0)
      found.insert(i.getDebugLoc().getLine());
  json::Array result;
  for (const unsigned line : found) result.push_back(line);
  return result;
}

/// The block whose branch leads to this one.
const BasicBlock* block_that_chose(const BasicBlock& arm) {
  for (const BasicBlock* block = &arm;;) {
    if (pred_empty(block)) return block;
    block = *pred_begin(block);
    if (block->getTerminator()->getNumSuccessors() > 1) return block;
  }
}

/// Numbers that a function compares and computes with: where inputs for it are worth looking for.
void list_constants(const Function& function, json::Object& text) {
  constexpr std::size_t enough = 200;
  std::set<std::int64_t> integers;
  std::set<double> reals;
  const auto add = [&](const Value* value) {
    if (const auto* integer = dyn_cast<ConstantInt>(value); integer && integer->getBitWidth() <= 64) {
      if (integers.size() < enough) integers.insert(integer->getSExtValue());
    } else if (const auto* real = dyn_cast<ConstantFP>(value);
               real && (real->getType()->isFloatTy() || real->getType()->isDoubleTy())) {
      const double number = real->getType()->isFloatTy()
                                ? static_cast<double>(real->getValueAPF().convertToFloat())
                                : real->getValueAPF().convertToDouble();
      if (reals.size() < enough && std::isfinite(number)) reals.insert(number);
    }
  };
  for (const BasicBlock& block : function)
    for (const Instruction& i : block) {
      if (const auto* choice = dyn_cast<SwitchInst>(&i))
        for (const auto& option : choice->cases()) add(option.getCaseValue());
      if (isa<CmpInst>(i) || isa<BinaryOperator>(i))
        for (const Use& operand : i.operands()) add(operand.get());
    }
  if (!integers.empty()) text["integers"] = json::Array(integers);
  if (!reals.empty()) text["reals"] = json::Array(reals);
}

}  // namespace

Layout::Layout(Module& module) : module_(module) {
  // Grows while sites are added, so uses refer to a stand-in until finish().
  coverage_ = new GlobalVariable(module, ArrayType::get(Type::getInt8Ty(module.getContext()), 0), false,
                                 GlobalValue::ExternalLinkage, nullptr, "__esp_coverage");
}

int Layout::file_number(const DIScope* scope) {
  const std::string path = path_of(scope);
  for (std::size_t i = 0; i < files_.size(); i++)
    if (files_[i] == path) return static_cast<int>(i);
  files_.push_back(path);
  return static_cast<int>(files_.size()) - 1;
}

json::Array Layout::describe(const DebugLoc& location) {
  if (!location) return json::Array{0, 0, 0};
  return json::Array{file_number(cast<DIScope>(location.getScope())), location.getLine(), location.getCol()};
}

unsigned Layout::add_site(FunctionShape& shape, StringRef kind, unsigned block, unsigned count,
                          const DebugLoc& location, const DebugLoc& operand, json::Object more) {
  const unsigned first = next_edge_;
  next_edge_ += count;
  more["kind"] = kind;
  more["block"] = block;
  more["first"] = first;
  more["count"] = count;
  more["loc"] = describe(location);
  more["operand"] = describe(operand);
  shape.sites.push_back(std::move(more));
  return first;
}

void Layout::add_calls(FunctionShape& shape, const BasicBlock& block) {
  unsigned position = 0;
  for (const CallBase* call : calls_in(block)) {
    if (may_come_back(*call))
      edges_[call] = add_site(shape, "call", blocks_[&block], 1, call->getDebugLoc(), {},
                              json::Object{{"call", position}});
    position++;
  }
}

void Layout::add(Function& function) {
  index_[&function] = static_cast<unsigned>(shapes_.size());
  FunctionShape& shape = shapes_.emplace_back();
  unsigned number = 0;
  for (const BasicBlock& block : function) blocks_[&block] = number++;

  const DISubprogram* subprogram = function.getSubprogram();
  shape.text["name"] = function.getName();
  shape.text["file"] = subprogram ? file_number(subprogram) : -1;
  shape.text["line"] = subprogram ? subprogram->getLine() : 0;
  shape.text["static"] = subprogram ? subprogram->isLocalToUnit() : function.hasLocalLinkage();
  if (runs_around_main(function)) shape.text["around"] = true;
  list_constants(function, shape.text);
  shape.entry = add_site(shape, "entry", 0, 1, {}, {}, {});
  shape.text["entry"] = shape.entry;

  json::Array blocks;
  for (const BasicBlock& block : function) {
    json::Object text;
    const Instruction* end = block.getTerminator();
    json::Array successors;
    add_calls(shape, block);
    const auto site_number = static_cast<std::int64_t>(shape.sites.size());
    if (const auto* branch = dyn_cast<BranchInst>(end)) {
      text["term"] = branch->isConditional() ? "branch" : "jump";
      // Not branch->successors(): that runs backwards, and the model promises the true side first.
      for (unsigned n = 0; n < branch->getNumSuccessors(); n++)
        successors.push_back(blocks_[branch->getSuccessor(n)]);
      if (branch->isConditional()) {
        const auto* condition = dyn_cast<Instruction>(branch->getCondition());
        const DebugLoc location =
            condition && condition->getDebugLoc() && condition->getDebugLoc().getLine() != 0
                ? condition->getDebugLoc()
                : branch->getDebugLoc();
        const MDNode* check = branch->getMetadata(check_metadata);
        json::Object more;
        if (isa<Constant>(branch->getCondition())) more["arm_of"] = blocks_[block_that_chose(block)];
        if (check) more["what"] = cast<MDString>(check->getOperand(0))->getString();
        edges_[end] = add_site(shape, check ? "check" : "branch", blocks_[&block], 2, location,
                               operand_location(branch->getCondition()), std::move(more));
        text["site"] = site_number;
      }
    } else if (const auto* choice = dyn_cast<SwitchInst>(end)) {
      text["term"] = "switch";
      json::Array values;
      for (const auto& label : choice->cases()) {
        successors.push_back(blocks_[label.getCaseSuccessor()]);
        values.push_back(std::to_string(label.getCaseValue()->getZExtValue()));
      }
      successors.push_back(blocks_[choice->getDefaultDest()]);
      const unsigned count = static_cast<unsigned>(values.size()) + 1;
      json::Object more{{"values", std::move(values)},
                        {"bits", choice->getCondition()->getType()->getIntegerBitWidth()}};
      edges_[end] = add_site(shape, "switch", blocks_[&block], count, choice->getDebugLoc(),
                             operand_location(choice->getCondition()), std::move(more));
      text["site"] = site_number;
    } else {
      // A jump to an address goes to any of its labels.
      for (unsigned n = 0; n < end->getNumSuccessors(); n++)
        successors.push_back(blocks_[end->getSuccessor(n)]);
      text["term"] = isa<ReturnInst>(end) ? "return" : successors.empty() ? "unreachable" : "branch";
    }
    text["succ"] = std::move(successors);
    text["lines"] = lines(block);
    text["calls"] = callees(block);
    blocks.push_back(std::move(text));
  }
  shape.text["blocks"] = std::move(blocks);
}

std::optional<unsigned> Layout::edge_of(const Instruction* terminator) const {
  const auto found = edges_.find(terminator);
  if (found == edges_.end()) return std::nullopt;
  return found->second;
}

std::optional<unsigned> Layout::edge_of_call(const CallBase* call) const { return edge_of(call); }

unsigned Layout::entry_edge(const Function* function) const { return shapes_[index_.lookup(function)].entry; }

unsigned Layout::add_approximation(const Instruction& where, const std::string& why) {
  FunctionShape& shape = shapes_[index_.lookup(where.getFunction())];
  return add_site(shape, "approximation", block_, 1, where.getDebugLoc(), {}, json::Object{{"what", why}});
}

unsigned Layout::add_access(const Instruction& where, bool reads_pointer) {
  FunctionShape& shape = shapes_[index_.lookup(where.getFunction())];
  const DebugLoc& location = where.getDebugLoc();
  const unsigned first =
      add_site(shape, "check", block_, 2, location, {}, json::Object{{"what", "access out of bounds"}});
  add_site(shape, "approximation", block_, 1, location, {},
           json::Object{{"what", isa<StoreInst>(where) ? "write at an address that depends on the input"
                                                       : "read at an address that depends on the input"}});
  if (reads_pointer) add_site(shape, "choice", block_, 2, location, {}, {});
  return first;
}

Constant* Layout::coverage_byte(unsigned edge) const {
  return ConstantExpr::getInBoundsGetElementPtr(
      Type::getInt8Ty(module_.getContext()), coverage_,
      ConstantInt::get(Type::getInt64Ty(module_.getContext()), edge));
}

void Layout::finish() {
  LLVMContext& context = module_.getContext();
  auto* bytes = ArrayType::get(Type::getInt8Ty(context), next_edge_);
  auto* real = new GlobalVariable(module_, bytes, false, GlobalValue::InternalLinkage,
                                  ConstantAggregateZero::get(bytes), "esp_coverage");
  real->setSection(ESP_SECTION_COVERAGE);
  real->setAlignment(Align(1));
  coverage_->replaceAllUsesWith(real);
  coverage_->eraseFromParent();
  coverage_ = real;

  json::Array functions;
  for (FunctionShape& shape : shapes_) {
    shape.text["sites"] = std::move(shape.sites);
    functions.push_back(std::move(shape.text));
  }
  json::Object text{{"source", module_.getSourceFileName()},
                    {"edges", next_edge_},
                    {"files", json::Array(files_)},
                    {"functions", std::move(functions)}};
  std::string line;
  raw_string_ostream(line) << json::Value(std::move(text)) << '\n';
  Constant* data = ConstantDataArray::getString(context, line, /*AddNull=*/false);
  auto* model =
      new GlobalVariable(module_, data->getType(), true, GlobalValue::PrivateLinkage, data, "esp_model");
  model->setSection(ESP_SECTION_MODEL);
  model->setAlignment(Align(1));
  appendToUsed(module_, {model, real});
}

}  // namespace espalier::plugin
