// From the text of the model section to a Program.
//
// The pass numbers edges from 0 in every module, and the linker lays the modules' coverage
// bytes one after the other in the same order as their texts.  So an edge's number in the
// program is its number in the module plus all edges of the modules before.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "model/model.h"

namespace espalier::model {
namespace {

using Json = nlohmann::json;

/// The text contradicts itself.  Caught in parse_program.
struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

SiteKind site_kind(const std::string& name) {
  if (name == "branch") return SiteKind::Branch;
  if (name == "switch") return SiteKind::Switch;
  if (name == "check") return SiteKind::Check;
  if (name == "choice") return SiteKind::Choice;
  if (name == "entry") return SiteKind::Entry;
  if (name == "approximation") return SiteKind::Approximation;
  if (name == "call") return SiteKind::Call;
  throw Malformed(fmt::format("unknown kind of site '{}'", name));
}

TerminatorKind terminator_kind(const std::string& name) {
  if (name == "jump") return TerminatorKind::Jump;
  if (name == "branch") return TerminatorKind::Branch;
  if (name == "switch") return TerminatorKind::Switch;
  if (name == "return") return TerminatorKind::Return;
  if (name == "unreachable") return TerminatorKind::Unreachable;
  throw Malformed(fmt::format("unknown terminator '{}'", name));
}

std::uint32_t required_edges(const Site& site) {
  switch (site.kind) {
    case SiteKind::Branch:
    case SiteKind::Check:
    case SiteKind::Choice:
      return 2;
    case SiteKind::Switch:
      return static_cast<std::uint32_t>(site.values.size()) + 1;
    case SiteKind::Entry:
    case SiteKind::Approximation:
    case SiteKind::Call:
      return 1;
  }
  return 0;
}

/// Reads one module after the other into one program.
class Reader {
 public:
  void module(const Json& json) {
    files_ = json.value("files", std::vector<std::string>{});
    first_edge_ = program_.edge_count();
    edges_ = json.at("edges").get<std::uint32_t>();
    program_.site_of_edge.resize(std::size_t{first_edge_} + edges_, no_site);
    for (const Json& function : json.at("functions")) read_function(function);
    ++module_;
  }

  Program take() { return std::move(program_); }

 private:
  void read_function(const Json& json) {
    Function function;
    function.name = json.at("name").get<std::string>();
    function.location.file = file(json.value("file", std::int64_t{-1}));
    function.location.line = json.value("line", 0u);
    function.entry = edge(json.at("entry").get<std::uint32_t>());
    function.is_static = json.value("static", false);
    function.around_main = json.value("around", false);
    function.integers = json.value("integers", std::vector<std::int64_t>{});
    function.reals = json.value("reals", std::vector<double>{});
    function.module = module_;

    const auto id = static_cast<FunctionId>(program_.functions.size());
    const Json& blocks = json.at("blocks");
    for (const Json& site : json.at("sites")) {
      const auto site_id = static_cast<SiteId>(program_.sites.size());
      read_site(site, id, blocks.size());
      function.sites.push_back(site_id);
    }
    for (const Json& block : blocks) function.blocks.push_back(read_block(block, function, blocks.size()));
    program_.functions.push_back(std::move(function));
  }

  void read_site(const Json& json, FunctionId function, std::size_t block_count) {
    Site site{};
    site.kind = site_kind(json.at("kind").get<std::string>());
    site.function = function;
    site.block = json.value("block", BlockId{0});
    if (site.block >= block_count)
      throw Malformed(fmt::format("a site in block {} of {}", site.block, block_count));
    site.location = location(json, "loc");
    site.operand_location = location(json, "operand");
    for (const Json& value : json.value("values", Json::array()))
      site.values.push_back(std::stoull(value.get<std::string>()));
    site.value_bits = json.value("bits", 0u);
    site.what = json.value("what", "");
    site.call = json.value("call", 0u);
    site.arm_of = json.value("arm_of", no_block);
    site.count = json.at("count").get<std::uint32_t>();
    if (site.count != required_edges(site)) throw Malformed(fmt::format("a site with {} edges", site.count));
    if (site.kind == SiteKind::Switch && (site.value_bits < 1 || site.value_bits > 64))
      throw Malformed(fmt::format("a switch over {} bits", site.value_bits));

    site.first = edge(json.at("first").get<std::uint32_t>());
    const auto id = static_cast<SiteId>(program_.sites.size());
    for (std::uint32_t i = 0; i < site.count; ++i) {
      if (site.first + i >= program_.edge_count())
        throw Malformed(fmt::format("edge {} past the end", site.first + i));
      SiteId& owner = program_.site_of_edge[site.first + i];
      if (owner != no_site) throw Malformed(fmt::format("edge {} belongs to two sites", site.first + i));
      owner = id;
    }
    program_.sites.push_back(std::move(site));
  }

  Block read_block(const Json& json, const Function& function, std::size_t block_count) const {
    Block block{};
    block.terminator = terminator_kind(json.at("term").get<std::string>());
    block.successors = json.value("succ", std::vector<BlockId>{});
    block.lines = json.value("lines", std::vector<std::uint32_t>{});
    block.calls = json.value("calls", std::vector<std::string>{});
    for (const BlockId successor : block.successors)
      if (successor >= block_count)
        throw Malformed(fmt::format("a jump to block {} of {}", successor, block_count));
    if (const auto site = json.find("site"); site != json.end() && !site->is_null()) {
      block.site = function.sites.at(site->get<std::size_t>());
      if (program_.sites[block.site].count != block.successors.size())
        throw Malformed(fmt::format("a branch with {} successors and {} edges", block.successors.size(),
                                    program_.sites[block.site].count));
    }
    return block;
  }

  EdgeId edge(std::uint32_t in_module) const {
    if (in_module >= edges_) throw Malformed(fmt::format("edge {} of {}", in_module, edges_));
    return first_edge_ + in_module;
  }

  /// Code made by the compiler has no place in the source: then the location is empty.
  Location location(const Json& json, const char* key) const {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_array() || found->size() < 3) return {};
    return {file((*found)[0].get<std::int64_t>()), (*found)[1].get<std::uint32_t>(),
            (*found)[2].get<std::uint32_t>()};
  }

  std::string file(std::int64_t index) const {
    return index >= 0 && index < static_cast<std::int64_t>(files_.size())
               ? files_[static_cast<std::size_t>(index)]
               : "";
  }

  Program program_;
  std::vector<std::string> files_;  // of the module being read
  EdgeId first_edge_ = 0;
  std::uint32_t edges_ = 0;
  std::uint32_t module_ = 0;
};

}  // namespace

Result<Program> parse_program(std::string_view text) {
  Reader reader;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line.remove_prefix(std::min(line.find_first_not_of('\0'), line.size()));  // the linker's padding
    if (line.empty()) continue;
    try {
      reader.module(Json::parse(line));
    } catch (
        const std::exception& problem) {  // JSON errors, wrong types, stoull, at(): all mean the same here
      return Error{fmt::format("program model, line {}: {}", number, problem.what())};
    }
  }
  return reader.take();
}

}  // namespace espalier::model
