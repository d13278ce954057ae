// .espalier.toml: defaults of a project, and what is known of its functions.
#include "config.h"

#include <fmt/format.h>

#include <algorithm>

#include <toml++/toml.h>

#include "base/nearest.h"
#include "base/result.h"

namespace espalier::tools {
namespace {
namespace fs = std::filesystem;

/// Says where in the file something is wrong.
class Reader {
 public:
  Reader(fs::path path, CLI::App& app, GenerateOptions& options)
      : path_(std::move(path)), app_(app), options_(options) {}

  void read() {
    toml::table root;
    try {
      root = toml::parse_file(path_.string());
    } catch (const toml::parse_error& error) {
      fail(error.source(), std::string(error.description()), "correct the TOML");
    }
    for (const auto& [key, value] : root) {
      if (key == "generate")
        for (const auto& [name, given] : table(value, "generate")) option(std::string(name.str()), given);
      else if (key == "function")
        for (const auto& [name, given] : table(value, "function"))
          function(std::string(name.str()), table(given, "function." + std::string(name.str())));
      else
        unknown(key, {"generate", "function"});
    }
  }

 private:
  [[noreturn]] void fail(const toml::source_region& where, const std::string& what,
                         const std::string& advice) const {
    throw UserError(ExitCode::Usage,
                    fmt::format("{}:{}: {}; {}", path_.string(), where.begin.line, what, advice));
  }

  [[noreturn]] void unknown(const toml::key& key, const std::vector<std::string>& known) const {
    fail(key.source(), fmt::format("'{}' is not known here", key.str()),
         fmt::format("did you mean '{}'?", nearest(key.str(), known)));
  }

  const toml::table& table(const toml::node& node, const std::string& name) const {
    if (const auto* found = node.as_table()) return *found;
    fail(node.source(), fmt::format("'{}' must be a table", name), fmt::format("write [{}]", name));
  }

  /// A value as the command line would say it.
  std::string text(const toml::node& node, const std::string& name) const {
    if (const auto value = node.value<std::string>(); node.is_string()) return *value;
    if (node.is_integer()) return fmt::format("{}", *node.value<std::int64_t>());
    if (node.is_floating_point()) return fmt::format("{}", *node.value<double>());
    if (node.is_boolean()) return *node.value<bool>() ? "true" : "false";
    fail(node.source(), fmt::format("'{}' must be a number, a string, true or false", name),
         "give one value");
  }

  /// The command line comes first; the file fills in what it left open.
  void option(const std::string& name, const toml::node& node) {
    CLI::Option* option = app_.get_option_no_throw("--" + name);
    if (option == nullptr || name == "help") {
      std::vector<std::string> known;
      for (const CLI::Option* o : app_.get_options())
        if (!o->get_lnames().empty() && o->get_lnames().front() != "help")
          known.push_back(o->get_lnames().front());
      fail(node.source(), fmt::format("'{}' is no option of espalier generate", name),
           fmt::format("did you mean '{}'?", nearest(name, known)));
    }
    if (option->count() > 0) return;
    const bool flag = option->get_items_expected_max() == 0;
    if (flag && !node.is_boolean())
      fail(node.source(), fmt::format("'{}' is a switch", name), "write true or false");
    try {
      option->add_result(text(node, name));
      option->run_callback();
    } catch (const CLI::Error& error) {
      fail(node.source(), error.what(), "see espalier generate --help");
    }
  }

  void function(const std::string& name, const toml::table& content) {
    for (const auto& [key, value] : content) {
      if (key != "parameter") unknown(key, {"parameter"});
      for (const auto& [parameter, told] : table(value, fmt::format("function.{}.parameter", name))) {
        options_.harness.hints.push_back(hint(name, std::string(parameter.str()), told));
        options_.hint_places.push_back(fmt::format("{}:{}", path_.string(), parameter.source().begin.line));
      }
    }
  }

  frontend::ParameterHint hint(const std::string& function, const std::string& parameter,
                               const toml::node& node) {
    frontend::ParameterHint hint;
    hint.function = function;
    hint.parameter = parameter;
    for (const auto& [key, value] :
         table(node, fmt::format("function.{}.parameter.{}", function, parameter))) {
      if (key == "range")
        range(value, hint);
      else if (key == "length")
        hint.length = word(value, key);
      else if (key == "type")
        hint.type = word(value, key);
      else if (key == "non-null")
        hint.non_null = truth(value, key);
      else
        unknown(key, {"range", "length", "type", "non-null"});
    }
    return hint;
  }

  void range(const toml::node& node, frontend::ParameterHint& hint) const {
    const auto* array = node.as_array();
    if (array == nullptr || array->size() != 2 || !(*array)[0].is_integer() || !(*array)[1].is_integer())
      fail(node.source(), "'range' must be two integers", "write for example range = [0, 100]");
    hint.low = (*array)[0].value<std::int64_t>();
    hint.high = (*array)[1].value<std::int64_t>();
    if (*hint.low > *hint.high)
      fail(node.source(), fmt::format("the range [{}, {}] is empty", *hint.low, *hint.high),
           "write the smaller number first");
  }

  std::string word(const toml::node& node, const toml::key& key) const {
    if (node.is_string()) return *node.value<std::string>();
    fail(node.source(), fmt::format("'{}' must be a string", key.str()),
         fmt::format("write {} = \"...\"", key.str()));
  }

  bool truth(const toml::node& node, const toml::key& key) const {
    if (node.is_boolean()) return *node.value<bool>();
    fail(node.source(), fmt::format("'{}' must be true or false", key.str()), "write true or false");
  }

  fs::path path_;
  CLI::App& app_;
  GenerateOptions& options_;
};

}  // namespace

fs::path find_config(const fs::path& file) {
  std::error_code error;
  fs::path directory = fs::absolute(file, error).lexically_normal().parent_path();
  for (;; directory = directory.parent_path()) {
    if (fs::is_regular_file(directory / ".espalier.toml", error)) return directory / ".espalier.toml";
    if (directory == directory.parent_path()) return {};
  }
}

void apply_config(const fs::path& config, CLI::App& app, GenerateOptions& options) {
  if (!config.empty()) Reader{config, app, options}.read();
}

void check_hints(const GenerateOptions& options, const frontend::SourceFile& source) {
  for (std::size_t i = 0; i < options.hint_places.size(); ++i) {
    const frontend::ParameterHint& hint = options.harness.hints[i];
    const frontend::SourceFunction* function = source.find(hint.function);
    if (function == nullptr) continue;  // of another file, perhaps
    std::vector<std::string> names;
    for (const auto& parameter : function->parameters) names.push_back(parameter.name);
    for (const std::string& name : {hint.parameter, hint.length})
      if (!name.empty() && std::ranges::find(names, name) == names.end())
        throw UserError(
            ExitCode::Usage,
            fmt::format("{}: '{}' has no parameter '{}'; {}", options.hint_places[i], hint.function, name,
                        names.empty() ? "it has none at all; remove this"
                                      : fmt::format("did you mean '{}'?", nearest(name, names))));
  }
}

}  // namespace espalier::tools
