#include "model/control_flow.h"

#include "model/calls.h"

namespace espalier::model {
namespace {

/// The site that ends its block: taking a side means going to a successor.
bool ends_block(const Program& program, const Site& site) {
  const Block& block = program.functions[site.function].blocks[site.block];
  return block.site != no_site && program.sites[block.site].first == site.first &&
         block.successors.size() == site.count;
}

bool has_sides(SiteKind kind) {
  return kind == SiteKind::Branch || kind == SiteKind::Switch || kind == SiteKind::Check ||
         kind == SiteKind::Choice;
}

}  // namespace

ControlFlow::ControlFlow(const Program& program, FunctionId root) {
  add_vertices(program);
  add_calls(program);
  add_inner_sites(program);
  add_terminators(program);
  for (FunctionId f = 0; f < program.functions.size(); ++f) {
    if (program.functions[f].blocks.empty()) continue;
    connect(anybody_, block(f, 0), Way::Call);
    if (root == no_function || root == f) connect(start, block(f, 0));
  }
}

void ControlFlow::add_vertices(const Program& program) {
  const auto fresh = [this] { return static_cast<Vertex>(size_++); };
  for (const Function& function : program.functions) {
    exits_.push_back(fresh());
    first_block_.push_back(static_cast<std::uint32_t>(blocks_.size()));
    for (const Block& block : function.blocks) {
      blocks_.push_back(fresh());
      size_ += block.calls.size();
      ends_.push_back(static_cast<Vertex>(size_ - 1));
    }
  }
  sides_.assign(program.edge_count(), no_vertex);
  for (const Site& site : program.sites)
    if (has_sides(site.kind) && site.block < program.functions[site.function].blocks.size())
      for (std::uint32_t side = 0; side < site.count; ++side) sides_[site.first + side] = fresh();
}

void ControlFlow::add_calls(const Program& program) {
  const Names names(program);
  for (FunctionId f = 0; f < program.functions.size(); ++f)
    for (BlockId b = 0; b < program.functions[f].blocks.size(); ++b) {
      Vertex before = block(f, b);
      for (const std::string& name : program.functions[f].blocks[b].calls) {
        const Vertex behind = before + 1;
        const FunctionId callee = names.find(name, program.functions[f].module);
        if (callee != no_function && !program.functions[callee].blocks.empty()) {
          connect(before, block(callee, 0), Way::Call);
          connect(before, behind, Way::Over);
          connect(exits_[callee], behind, Way::Return);
        } else {
          if (may_call_anything(name)) connect(before, anybody_, Way::Call);
          connect(before, behind);
        }
        before = behind;
      }
    }
}

// The model does not say where in its block a check or a choice is, between which calls.  What is still to
// come may be all of the block, hence the way back to its beginning.  Who leaves the block has passed all its
// checks.
void ControlFlow::add_inner_sites(const Program& program) {
  for (const Site& site : program.sites) {
    if (!has_sides(site.kind) || sides_[site.first] == no_vertex || ends_block(program, site)) continue;
    const Vertex beginning = block(site.function, site.block);
    Vertex& end = ends_[first_block_[site.function] + site.block];
    const bool check = site.kind == SiteKind::Check;
    for (std::uint32_t side = 0; side < site.count; ++side) {
      const Vertex here = sides_[site.first + side];
      const bool fails = check && side == 0;
      connect(check && !fails ? end : beginning, here);
      if (!fails) connect(here, beginning);
      if (check && !fails) end = here;
    }
  }
}

void ControlFlow::add_terminators(const Program& program) {
  for (FunctionId f = 0; f < program.functions.size(); ++f)
    for (BlockId b = 0; b < program.functions[f].blocks.size(); ++b) {
      const Block& from = program.functions[f].blocks[b];
      const Vertex end = ends_[first_block_[f] + b];
      const bool sided = from.site != no_site && ends_block(program, program.sites[from.site]);
      for (std::uint32_t i = 0; i < from.successors.size(); ++i) {
        const Vertex to = block(f, from.successors[i]);
        if (sided) {
          const Vertex side = sides_[program.sites[from.site].first + i];
          connect(end, side);
          connect(side, to);
        } else {
          connect(end, to);
        }
      }
      if (from.terminator == TerminatorKind::Return) connect(end, exits_[f]);
    }
}

}  // namespace espalier::model
