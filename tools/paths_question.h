#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "paths/graph_text.h"
#include "paths/restrict.h"

namespace espalier::tools {

/// What `espalier paths` can be told.
struct PathsOptions {
  std::string file;
  std::string from, to;
  std::uint32_t length = 0;
  bool at_most = false;
  bool count = false;
  std::optional<std::uint64_t> draw;
  bool enumerate = false;
  bool distinct = false;
  std::vector<std::string> forbid;
  std::string forbid_file;
  std::vector<std::string> through;
  bool weights = false;
  std::string balance;
  std::uint64_t seed = 1;
  bool json = false;
};

/// The question that the options ask, of the graph in the file.  UserError(Usage) when they make none.
class PathsQuestion {
 public:
  explicit PathsQuestion(const PathsOptions& options);

  [[nodiscard]] const paths::Graph& graph() const { return restricted_->graph(); }
  [[nodiscard]] const paths::Question& question() const { return restricted_->question(); }
  /// The same without weights.
  [[nodiscard]] paths::Graph plain_graph() const;

  /// The vertices of a path in graph().
  [[nodiscard]] std::vector<std::string> names(const paths::Path& path) const;

  /// What --balance is about, in edges of graph(), and what it is called.
  struct Elements {
    std::vector<std::vector<paths::EdgeId>> edges;
    std::vector<std::string> names;
  };
  [[nodiscard]] Elements elements() const;

  /// Why there is no path, as far as that is easily said.
  [[nodiscard]] std::string why_none() const;

 private:
  [[nodiscard]] paths::NamedGraph read() const;
  [[nodiscard]] paths::Vertex vertex(const std::string& name, const std::string& where) const;
  [[nodiscard]] std::vector<paths::Vertex> prefix(const std::string& text, const std::string& where) const;
  [[nodiscard]] std::vector<paths::EdgeId> passed(const std::string& text, const paths::Graph& given) const;
  [[nodiscard]] paths::Restriction restriction(const paths::Graph& given) const;
  [[nodiscard]] std::optional<std::uint32_t> shortest_path() const;

  const PathsOptions& options_;
  paths::NamedGraph named_;
  paths::Question question_{};
  std::optional<paths::Restricted> restricted_;
};

}  // namespace espalier::tools
