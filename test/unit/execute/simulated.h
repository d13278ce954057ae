#pragma once

// Programs that run inside the test: a lambda over a Tracer plays the instrumented unit and leaves
// nodes, trace and coverage exactly as a subject would.
#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/input.h"
#include "execute/import.h"
#include "execute/subject.h"
#include "expr/semantics.h"
#include "model/model.h"

namespace espalier::simulated {

/// A program of one function whose sites are added one after the other.
class Sites {
 public:
  Sites() {
    program.functions.push_back({"f", {"f.c", 1, 1}, 0, false, 0, {}, {}});
    add(model::SiteKind::Entry, 1, {}, 0, "");
  }
  model::SiteId branch() { return add(model::SiteKind::Branch, 2, {}, 0, ""); }
  model::SiteId check(const std::string& what) { return add(model::SiteKind::Check, 2, {}, 0, what); }
  model::SiteId approximation(const std::string& what) {
    return add(model::SiteKind::Approximation, 1, {}, 0, what);
  }
  model::SiteId call() { return add(model::SiteKind::Call, 1, {}, 0, ""); }
  model::SiteId switch_over(std::vector<std::uint64_t> values, unsigned bits) {
    const auto count = static_cast<std::uint32_t>(values.size()) + 1;
    return add(model::SiteKind::Switch, count, std::move(values), bits, "");
  }
  model::Program program;

 private:
  model::SiteId add(model::SiteKind kind, std::uint32_t count, std::vector<std::uint64_t> values,
                    unsigned bits, const std::string& what) {
    const auto id = static_cast<model::SiteId>(program.sites.size());
    const model::Location location{"f.c", 10 + id, 5};
    program.sites.push_back(
        {kind, 0, 0, program.edge_count(), count, location, location, std::move(values), bits, what});
    program.site_of_edge.resize(program.site_of_edge.size() + count, id);
    program.functions[0].sites.push_back(id);
    return id;
  }
};

struct Value {
  std::uint32_t label = 0;
  unsigned bits = 8;
  std::uint64_t value = 0;
};

/// How a run ends other than by returning.
struct Stop {
  esp_status status;
  std::int32_t detail = 0;
  std::uint64_t pc = 0;
};

class Tracer {
 public:
  Tracer(const model::Program& program, esp_telling telling)
      : program_(program), telling_(telling), coverage_(program.edge_count()) {}

  void start(const Input& input) {
    input_ = input;
    nodes_.assign(1, esp_node{});
    trace_.clear();
    edges_.clear();
    lately_.clear();
    std::ranges::fill(coverage_, std::uint8_t{0});
    coverage_[0] = 1;
  }

  Value input(std::uint32_t variable, unsigned bits) {
    const std::uint64_t value = input_[variable] & expr::mask_of(bits);
    return node({ESP_OP_Input, static_cast<std::uint8_t>(bits), 0, 0, 0, 0, variable, value});
  }
  static Value constant(std::uint64_t value, unsigned bits) { return {0, bits, value & expr::mask_of(bits)}; }

  Value binary(expr::Op op, Value a, Value b) {
    const bool compares = op >= expr::Op::Eq && op <= expr::Op::Sle;
    const unsigned bits = compares ? 1 : a.bits;
    const std::uint64_t value = expr::apply(op, bits, a.bits, b.bits, a.value, b.value, 0, 0);
    if (a.label == 0 && b.label == 0) return {0, bits, value};
    return node({static_cast<std::uint8_t>(op), static_cast<std::uint8_t>(bits), 0, a.label, b.label, 0,
                 a.label == 0 ? a.value : (b.label == 0 ? b.value : 0), value});
  }

  bool branch(model::SiteId site, Value condition) {
    record(site, condition, condition.value != 0 ? 0 : 1);
    return condition.value != 0;
  }
  std::uint32_t choose(model::SiteId site, Value value) {
    const std::uint32_t side = execute::side_of_value(program_.sites[site], value.value);
    record(site, value, side);
    return side;
  }
  void approximate(model::SiteId site, Value value = {}) {
    trace_.push_back({value.label, program_.sites[site].first});
  }
  /// Marks of a call and of the return from it, as traces hold them.
  void call(model::SiteId site) {
    trace_.push_back({0, ESP_EDGE_UNWIND});
    trace_.push_back({0, program_.sites[site].first});
  }
  void back() { trace_.push_back({0, ESP_EDGE_UNWIND}); }
  [[noreturn]] static void stop(esp_status status, std::int32_t detail = 0, std::uint64_t pc = 0) {
    throw Stop{status, detail, pc};
  }
  /// Tells lies about a side, as a broken pass would.
  void lie(model::SiteId site, Value condition, std::uint32_t side) { record(site, condition, side); }

  [[nodiscard]] execute::Run run() const {
    execute::Run run;
    run.trace = trace_;
    run.nodes = nodes_;
    run.coverage = coverage_;
    return run;
  }
  /// Every edge of branches, switches and checks in order, symbolic or not: the real path.
  [[nodiscard]] const std::vector<model::EdgeId>& edges() const { return edges_; }

 private:
  Value node(const esp_node& node) {
    nodes_.push_back(node);
    return {static_cast<std::uint32_t>(nodes_.size() - 1), node.bits, node.value};
  }
  void record(model::SiteId site, Value condition, std::uint32_t side) {
    const model::EdgeId edge = program_.sites[site].first + side;
    coverage_[edge] = 1;
    edges_.push_back(edge);
    if (condition.label == 0 && telling_ == ESP_TELL_LATELY) lately_.push_back(edge);
    if (condition.label == 0 && telling_ != ESP_TELL_TRACE) return;
    for (const model::EdgeId passed : std::exchange(lately_, {})) trace_.push_back({passed, ESP_EDGE_PASSED});
    trace_.push_back({condition.label, edge});
  }

  const model::Program& program_;
  esp_telling telling_;
  Input input_;
  std::vector<esp_node> nodes_;
  std::vector<esp_record> trace_;
  std::vector<std::uint8_t> coverage_;
  std::vector<model::EdgeId> edges_;
  std::vector<model::EdgeId> lately_;  // concrete ones since the last symbolic one
};

using Body = std::function<void(Tracer&)>;

/// Plays the subject.
class Machine {
 public:
  Machine(const model::Program& program, Body body, esp_telling telling = ESP_TELL_NOTHING)
      : tracer_(program, telling), body_(std::move(body)) {}

  execute::Run operator()(const Input& input) {
    tracer_.start(input);
    Stop end{ESP_OK};
    try {
      body_(tracer_);
    } catch (const Stop& stop) {
      end = stop;
    }
    execute::Run run = tracer_.run();
    run.status = end.status;
    run.detail = end.detail;
    run.pc = end.pc;
    return run;
  }
  [[nodiscard]] const Tracer& tracer() const { return tracer_; }

 private:
  Tracer tracer_;
  Body body_;
};

}  // namespace espalier::simulated
