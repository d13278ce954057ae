// Statement coverage: every line on which a statement starts and for which code was compiled.
#include <algorithm>

#include "coverage/blocks.h"
#include "coverage/criterion.h"
#include "coverage/match.h"

namespace espalier::coverage {
namespace {

class StatementCriterion final : public Criterion {
 public:
  StatementCriterion(const model::Program& program, const std::vector<model::FunctionId>& functions,
                     const frontend::SourceFile& source) {
    for (const model::FunctionId id : functions) {
      const model::Function& function = program.functions[id];
      const frontend::SourceFunction* written = source_of(source, function);
      if (written == nullptr) continue;
      const auto first = static_cast<GoalId>(goals_.size());
      for (const std::uint32_t line : written->statements) add(id, function, written->file, line);
      parts_.push_back({ExecutedBlocks(program, function), first, static_cast<GoalId>(goals_.size())});
    }
  }

  [[nodiscard]] const std::vector<Goal>& goals() const override { return goals_; }

  [[nodiscard]] std::vector<GoalId> covered(std::span<const std::uint8_t> edges,
                                            bool completed) const override {
    return with_lines([&](const ExecutedBlocks& blocks) { return blocks.executed(edges, completed); });
  }

  [[nodiscard]] std::vector<GoalId> perhaps_covered(std::span<const std::uint8_t> edges) const override {
    return with_lines([&](const ExecutedBlocks& blocks) { return blocks.perhaps_entered(edges); });
  }

 private:
  /// The goals of one function are first .. last-1.
  struct Part {
    ExecutedBlocks blocks;
    GoalId first, last;
  };

  /// The goals whose line is in one of the blocks that `chosen` gives for a function.
  template <class Choice>
  std::vector<GoalId> with_lines(const Choice& chosen) const {
    std::vector<GoalId> result;
    for (const Part& part : parts_) {
      const std::vector<bool> blocks = chosen(part.blocks);
      for (GoalId id = part.first; id < part.last; ++id)
        if (std::ranges::any_of(goals_[id].blocks, [&](model::BlockId b) { return blocks[b]; }))
          result.push_back(id);
    }
    return result;
  }

  void add(model::FunctionId id, const model::Function& function, const std::string& file,
           std::uint32_t line) {
    Goal goal{id, {file, line, 1}, "line " + std::to_string(line), "line", {}, {}};
    for (model::BlockId b = 0; b < function.blocks.size(); ++b)
      if (std::ranges::binary_search(function.blocks[b].lines, line)) goal.blocks.push_back(b);
    if (!goal.blocks.empty()) goals_.push_back(std::move(goal));
  }

  std::vector<Goal> goals_;
  std::vector<Part> parts_;
};

}  // namespace

std::unique_ptr<Criterion> statement_criterion(const model::Program& program,
                                               const std::vector<model::FunctionId>& functions,
                                               const frontend::SourceFile& source) {
  return std::make_unique<StatementCriterion>(program, functions, source);
}

}  // namespace espalier::coverage
