// Decodes what a run left in shared memory.
//
// Consecutive runs of a search share long prefixes, and the subject makes the same nodes for the
// same prefix, so most nodes of a run equal those of the run before: they are compared (three
// words each) and not looked up in the pool again.
//
// Every condition is evaluated under the input and must select the side that the run took.  If it
// does not, the pass, the runtime or the term rules are wrong, and all that is solved from this
// trace would be wrong too: the caller reports it and drops the path.
#include "execute/import.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <stdexcept>

#include "expr/semantics.h"

namespace espalier::execute {
namespace {

using expr::Expr;
using model::Site;
using model::SiteKind;

/// The self-check failed.  Thrown deep in the decoding, caught in Importer::import.
struct Mismatch : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// All fields but the concrete value, which differs from run to run.
bool same_term(const esp_node& a, const esp_node& b) {
  static_assert(offsetof(esp_node, value) == 24 && sizeof(esp_node) == 32);
  return std::memcmp(&a, &b, offsetof(esp_node, value)) == 0;
}

std::string describe(const model::Program& program, const Site& site) {
  const char* kind = "";
  switch (site.kind) {
    case SiteKind::Branch:
      kind = "branch";
      break;
    case SiteKind::Switch:
      kind = "switch";
      break;
    case SiteKind::Check:
      kind = "check";
      break;
    case SiteKind::Choice:
      kind = "choice";
      break;
    case SiteKind::Entry:
      kind = "entry";
      break;
    case SiteKind::Approximation:
      kind = "approximation";
      break;
    case SiteKind::Call:
      kind = "call";
      break;
  }
  return fmt::format("{} at {}:{}:{} in {}", kind, site.location.file, site.location.line,
                     site.location.column, program.functions[site.function].name);
}

}  // namespace

Importer::Importer(expr::Pool& pool, const model::Program& program, std::uint32_t depth_limit)
    : pool_(pool), program_(program), depth_limit_(depth_limit), evaluate_(pool) {}

Importer::Outcome Importer::import(const Run& run, const Input& input, Manner manner) {
  Outcome outcome;
  import(run, input, outcome, manner);
  return outcome;
}

void Importer::import(const Run& run, const Input& input, Outcome& outcome, Manner manner) {
  Path old = std::move(outcome.path);
  old.steps.clear();
  old.contexts.clear();
  outcome = {};
  outcome.path.steps = std::move(old.steps);
  outcome.path.contexts = std::move(old.contexts);
  forced_ = manner == Manner::Forced;
  try {
    import_nodes(run.nodes);
    evaluate_.reset(input);
    outcome.path.steps.reserve(run.trace.size());
    outcome.path.contexts.reserve(run.trace.size());
    context_ = model::root_context;
    too_deep_ = false;
    passed_.clear();
    choices_ = 0;
    for (const esp_record& record : run.trace) import_record(record, run.nodes, outcome.path);
  } catch (const Mismatch& mismatch) {
    outcome = {{}, mismatch.what()};
    return;
  }

  Path& path = outcome.path;
  path.cut = run.cut != 0;
  if (run.status == ESP_ASTRAY && !path.impossible_at && !path.steps.empty())
    path.impossible_at = path.steps.size() - 1;
  // Once the node table is full, conditions silently turn concrete, and the trace does not tell
  // where that began.
  if ((run.cut & ESP_CUT_NODES) != 0 && !path.steps.empty()) {
    path.approximate_from = 0;
    if (path.approximated_at == model::no_site)
      path.approximated_at = program_.site_of_edge[path.steps.back().edge];
  }
}

void Importer::import_nodes(std::span<const esp_node> nodes) {
  std::size_t same = std::min<std::size_t>(1, nodes.size());  // label 0 is no node
  const std::size_t comparable = std::min(nodes.size(), known_.size());
  while (same < comparable && same_term(nodes[same], known_[same])) ++same;
  if (same >= nodes.size()) return;  // nothing new; a longer earlier run stays known

  known_.resize(same);
  terms_.resize(same);
  known_.reserve(nodes.size());
  terms_.reserve(nodes.size());
  hashes_.resize(nodes.size());
  for (std::size_t label = same; label < nodes.size(); ++label) {
    hashes_[label] = LatelyMade::hash_of(nodes[label], std::span(hashes_).first(label));
    made_.fetch(hashes_[label]);
  }
  for (std::size_t label = same; label < nodes.size(); ++label) {
    const Expr term = made_.term_of(pool_, nodes[label], hashes_[label], terms_);
    if (!term)
      throw Mismatch(
          fmt::format("node {} makes no sense: operator {}, {} bits, operands {} {} {}, constant {}", label,
                      nodes[label].op, nodes[label].bits, nodes[label].a, nodes[label].b, nodes[label].c,
                      nodes[label].k));
    known_.push_back(nodes[label]);
    terms_.push_back(term);
  }
}

bool Importer::import_way(const esp_record& record) {
  if (record.edge == ESP_EDGE_PASSED) {
    if (record.label >= program_.edge_count() || program_.site_of_edge[record.label] == model::no_site)
      throw Mismatch(fmt::format("the trace passed edge {}, which no site owns", record.label));
    passed_.push_back(record.label);
    return true;
  }
  if (record.edge == ESP_EDGE_UNWIND) {
    too_deep_ = record.label == ESP_TOO_DEEP;
    if (!too_deep_) context_ = contexts_.unwind(context_, record.label);
    return true;
  }
  if (record.edge >= program_.edge_count()) return false;
  const model::SiteId site = program_.site_of_edge[record.edge];
  if (site == model::no_site || program_.sites[site].kind != SiteKind::Call) return false;
  context_ = contexts_.push(context_, site);
  return true;
}

void Importer::import_record(const esp_record& record, std::span<const esp_node> nodes, Path& path) {
  if (import_way(record)) return;
  if (record.edge >= program_.edge_count() || program_.site_of_edge[record.edge] == model::no_site)
    throw Mismatch(fmt::format("the trace has edge {}, which no site owns ({} edges)", record.edge,
                               program_.edge_count()));
  const Site& site = program_.site(record.edge);
  if (record.label >= std::max<std::size_t>(nodes.size(), 1))
    throw Mismatch(
        fmt::format("{}: label {} of {} nodes", describe(program_, site), record.label, nodes.size()));

  if (site.kind == SiteKind::Approximation && !path.approximate_from) {
    path.approximate_from = path.steps.size();
    path.approximated_at = program_.site_of_edge[record.edge];
  }
  Step step;
  step.edge = record.edge;
  if (record.label != 0) {
    step.value = terms_[record.label];
    step.pinned = site.kind == SiteKind::Approximation ? nodes[record.label].value : 0;
    check(site, step, nodes[record.label]);
    if (pool_.is_constant(step.value)) {
      if (forced_ && !path.impossible_at &&
          side_of_value(site, nodes[record.label].value) != record.edge - site.first)
        path.impossible_at = path.steps.size();
      step.value = {};
      step.pinned = 0;
    }
  }
  // A concrete value that is replaced by itself is no step.
  if (site.kind == SiteKind::Approximation && !step.value) return;
  if (depth_limit_ == 0 || choices_ <= depth_limit_) step.stretch = stretches_.add(passed_);
  passed_.clear();
  if (step.value && site.kind != SiteKind::Approximation) ++choices_;
  path.steps.push_back(step);
  path.contexts.push_back(too_deep_ ? model::no_context : context_);
}

void Importer::check(const Site& site, const Step& step, const esp_node& node) {
  const auto fail = [&](const std::string& what) {
    throw Mismatch(
        fmt::format("{}: {}; the term is {}", describe(program_, site), what, to_text(pool_, step.value)));
  };
  const unsigned bits = pool_.bits(step.value);
  const bool two_sided =
      site.kind == SiteKind::Branch || site.kind == SiteKind::Check || site.kind == SiteKind::Choice;
  if (two_sided && bits != 1) fail(fmt::format("a condition of {} bits", bits));
  if (site.kind == SiteKind::Switch && bits != site.value_bits)
    fail(fmt::format("a switched value of {} bits instead of {}", bits, site.value_bits));

  const std::uint64_t value = evaluate_(step.value);
  if (value != node.value) fail(fmt::format("the run computed {}, the term has value {}", node.value, value));
  const std::uint32_t taken = step.edge - site.first;
  if (site.kind != SiteKind::Approximation && !forced_ && side_of_value(site, value) != taken)
    fail(fmt::format("the run took side {}, value {} selects side {}", taken, value,
                     side_of_value(site, value)));
}

std::uint32_t side_of_value(const Site& site, std::uint64_t value) {
  switch (site.kind) {
    case SiteKind::Branch:
    case SiteKind::Check:
    case SiteKind::Choice:
      return value != 0 ? 0 : 1;
    case SiteKind::Switch:
      return static_cast<std::uint32_t>(std::ranges::find(site.values, value) - site.values.begin());
    case SiteKind::Entry:
    case SiteKind::Approximation:
    case SiteKind::Call:
      return 0;
  }
  return 0;
}

Expr side_constraint(expr::Pool& pool, const Site& site, Expr value, std::uint32_t side) {
  assert(side < site.count && "a site has as many sides as edges");
  switch (site.kind) {
    case SiteKind::Branch:
    case SiteKind::Check:
    case SiteKind::Choice:
      return side == 0 ? value : pool.negate(value);
    case SiteKind::Switch: {
      if (side < site.values.size())
        return pool.binary(expr::Op::Eq, value, pool.constant(site.values[side], site.value_bits));
      Expr none_of_them = pool.constant(1, 1);
      for (const std::uint64_t v : site.values)
        none_of_them = pool.binary(expr::Op::And, none_of_them,
                                   pool.binary(expr::Op::Ne, value, pool.constant(v, site.value_bits)));
      return none_of_them;
    }
    case SiteKind::Entry:
    case SiteKind::Approximation:
    case SiteKind::Call:
      break;
  }
  assert(false && "only branches, checks and switches have sides to choose");
  return {};
}

Expr step_constraint(expr::Pool& pool, const Site& site, const Step& step) {
  if (site.kind != SiteKind::Approximation)
    return side_constraint(pool, site, step.value, step.edge - site.first);
  const unsigned bits = pool.bits(step.value);
  return pool.binary(expr::Op::Eq, step.value, pool.constant(step.pinned & expr::mask_of(bits), bits));
}

}  // namespace espalier::execute
