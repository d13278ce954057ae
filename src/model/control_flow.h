#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/model.h"

namespace espalier::model {

using Vertex = std::uint32_t;
inline constexpr Vertex no_vertex = ~Vertex{0};

/// How control gets from one vertex to another.
enum class Way : std::uint8_t {
  Flow,    ///< within a function
  Call,    ///< into a function
  Return,  ///< out of a function, behind one of the calls of it
  Over,    ///< from a call to behind it: stands for all that the callee does
};

struct Arc {
  Vertex from;
  Vertex to;
  Way way;
};

/// The control flow of a whole program as one graph.  Every side of a site is a vertex, so that branches can
/// be asked about as blocks can; a block has a vertex before its first call and one behind each call.
///
///          start ─> root:  block ─> side true ──> block ...
///                            └────> side false ─> block ─(call)─> callee's block ... exit
///                                                    └──(over)──> behind the call <──(return)──┘
///
/// A call of code that we do not see leads on; an indirect one may enter every function.
class ControlFlow {
 public:
  /// `root`: where every run starts; no_function when that is not known, then in any function.
  ControlFlow(const Program& program, FunctionId root);

  static constexpr Vertex start = 0;
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const std::vector<Arc>& arcs() const { return arcs_; }
  /// The side of a branch, switch, check or choice; no_vertex when the model does not tell where it is.
  [[nodiscard]] Vertex side(EdgeId edge) const { return sides_[edge]; }
  /// Before anything in the block.
  [[nodiscard]] Vertex block(FunctionId function, BlockId block) const {
    return blocks_[first_block_[function] + block];
  }

 private:
  void add_vertices(const Program& program);
  void add_calls(const Program& program);
  void add_inner_sites(const Program& program);
  void add_terminators(const Program& program);
  void connect(Vertex from, Vertex to, Way way = Way::Flow) { arcs_.push_back({from, to, way}); }

  static constexpr Vertex anybody_ = 1;  // an indirect call leads here, and from here into every function
  std::size_t size_ = 2;
  std::vector<Arc> arcs_;
  std::vector<Vertex> sides_;                // by EdgeId
  std::vector<std::uint32_t> first_block_;   // by FunctionId: its block 0 in blocks_
  std::vector<Vertex> blocks_, ends_;  // first vertex of each block; the one that its terminator leaves
  std::vector<Vertex> exits_;  // by FunctionId
};

}  // namespace espalier::model
