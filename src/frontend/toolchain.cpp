#include "frontend/toolchain.h"

#include <array>
#include <cstdlib>
#include <regex>
#include <system_error>

#include <fmt/format.h>

#include "base/process.h"
#include "frontend/flags.h"
#include "frontend/instrumented_flags.h"

namespace espalier::frontend {
namespace {
namespace fs = std::filesystem;

constexpr std::array native_flags = {"-O2", "-g", "-fno-pie"};

fs::path installation() {
  if (const char* home = std::getenv("ESPALIER_HOME"); home != nullptr && *home != '\0')
    return fs::path{home} / "lib" / "espalier";
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return (self.parent_path().parent_path() / "lib" / "espalier").lexically_normal();
}

fs::path own_file(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error))
    throw UserError{ExitCode::DoesNotBuild,
                    fmt::format("{}: not found; install Espalier again (make install) or set ESPALIER_HOME",
                                path.string())};
  return path;
}

/// The compiler's first complaint as `file:line: what; what to do`.
std::string first_complaint(const std::string& text, const std::string& advice) {
  static const std::regex located{R"((?:^|\n)([^\n:]+:\d+):\d+: (?:fatal )?error: ([^\n]*))"};
  static const std::regex undefined{R"(undefined reference to [`']([^'\n]*)')"};
  static const std::regex general{R"((?:^|\n)(?:[^\n]*: )?error: ([^\n]*))"};
  std::smatch match;
  if (std::regex_search(text, match, located))
    return fmt::format("{}: {}; {}", match[1].str(), match[2].str(), advice);
  if (std::regex_search(text, match, undefined))
    return fmt::format(
        "'{}' is called but not defined here; add the object file or library that has it after --",
        match[1].str());
  if (std::regex_search(text, match, general)) return fmt::format("{}; {}", match[1].str(), advice);
  return fmt::format("{}; {}", text.substr(0, text.find('\n')), advice);
}

void must_succeed(const std::vector<std::string>& argv, const BuildRequest& request) {
  Command command{.argv = argv, .cancelled = request.cancelled};
  if (request.check_undefined) command.environment = {"ESPALIER_CHECKS=undefined"};
  const CommandOutcome outcome = run_command(command);
  if (outcome.ok()) return;
  if (outcome.cancelled) throw UserError{ExitCode::Interrupted, "interrupted while compiling"};
  const fs::path& file = request.harness;
  std::string what;
  if (!outcome.started) {
    what = outcome.err + "; install the Debian package clang-19";
  } else if (outcome.timed_out) {
    what = file.string() + ": the compiler did not finish in time; try a smaller source file";
  } else {
    what = first_complaint(outcome.err, "correct the source, or give its compiler flags after --");
    if (what.find(".c:") == std::string::npos && what.find(".h:") == std::string::npos)
      what = file.string() + ": " + what;
  }
  throw UserError{ExitCode::DoesNotBuild, what};
}

}  // namespace

fs::path user_header() { return installation() / "include" / "espalier.h"; }
fs::path report_page() { return installation() / "report-page.html"; }

Toolchain find_toolchain() {
  Toolchain found;
  found.clang = find_program({"clang-19"});
  if (found.clang.empty())
    throw UserError{ExitCode::DoesNotBuild,
                    "clang-19: not found on PATH; install the Debian package clang-19"};
  found.symbolizer = find_program({"llvm-symbolizer-19", "/usr/lib/llvm-19/bin/llvm-symbolizer"});
  const fs::path home = installation();
  found.pass = own_file(home / "espalier_pass.so");
  found.runtime = own_file(home / "libespalier_runtime.a");
  found.program_runtime = home / "libespalier_program.a";
  found.include = own_file(home / "include");
  return found;
}

void build_subject(const Toolchain& toolchain, const BuildRequest& request) {
  const UserFlags user = sort_flags(request.flags);
  std::vector<std::string> compile{toolchain.clang};
  if (request.instrument) {
    compile.insert(compile.end(), instrumented_flags.begin(), instrumented_flags.end());
    compile.push_back("-fno-pie");
    // Signed arithmetic is told by what clang assumes of it; the pass drops the assumption.
    if (request.check_undefined) compile.push_back("-fno-wrapv");
    compile.push_back("-fpass-plugin=" + toolchain.pass.string());
  } else {
    compile.insert(compile.end(), native_flags.begin(), native_flags.end());
  }
  compile.insert(compile.end(), {"-I" + toolchain.include.string(), "-DESPALIER_SUBJECT"});
  compile.insert(compile.end(), user.compile.begin(), user.compile.end());
  compile.insert(compile.end(), {"-w", request.harness.string()});

  const std::string object = request.output.string() + ".o";
  auto to_object = compile;
  to_object.insert(to_object.end(), {"-c", "-o", object});
  must_succeed(to_object, request);
  if (request.dump_ir) {
    auto to_text = compile;
    to_text.insert(to_text.end(), {"-S", "-emit-llvm", "-o", request.output.string() + ".ll"});
    must_succeed(to_text, request);
  }

  std::vector<std::string> link{toolchain.clang, "-no-pie", object, toolchain.runtime.string()};
  link.insert(link.end(), user.link.begin(), user.link.end());
  link.insert(link.end(), {"-o", request.output.string(), "-lm", "-lpthread", "-rdynamic"});
  must_succeed(link, request);
}

}  // namespace espalier::frontend
