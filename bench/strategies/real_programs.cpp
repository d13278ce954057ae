#include "real_programs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>

#include "../kernel.h"
#include "base/process.h"
#include "frontend/toolchain.h"
#include "packages.h"

namespace espalier::bench {
namespace {
namespace fs = std::filesystem;

/// For the GNU programs: without messages in other languages, and with their own regular expressions, as the
/// library's would not be seen.
std::vector<std::string> gnu_configure(const std::vector<std::string>& more) {
  std::vector<std::string> argv{"{source}/configure",
                                "CC={cc}",
                                "--quiet",
                                "--disable-nls",
                                "--with-included-regex",
                                "--disable-dependency-tracking",
                                "FORCE_UNSAFE_CONFIGURE=1"};
  argv.insert(argv.end(), more.begin(), more.end());
  return argv;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  if (const auto at = text.find(what); at != std::string::npos) text.replace(at, what.size(), by);
  return text;
}

/// Not older than the compiler it was built with, nor than this recipe: what an earlier Espalier built is
/// refused, or shows its bugs.
bool is_up_to_date(const fs::path& binary, const fs::path& compiler) {
  const frontend::Toolchain tools = frontend::find_toolchain();
  if (!fs::exists(binary)) return false;
  for (const fs::path& used : {compiler, fs::path("/proc/self/exe"), tools.pass, tools.program_runtime})
    if (fs::last_write_time(used) > fs::last_write_time(binary)) return false;
  return true;
}

}  // namespace

const std::vector<RealProgram>& real_programs() {
  static const std::vector<RealProgram> all{
      {"grep",
       "grep",
       {gnu_configure({"--disable-perl-regexp"}), {"make", "-s", "-C", "lib"}, {"make", "-s", "-C", "src"}},
       "src/grep",
       {"-e", "@arg"},
       {{ESP_SOURCE_ARGUMENT, 8}, {ESP_SOURCE_STDIN, 16}}},
      {"sed",
       "sed",
       {gnu_configure({"--disable-acl", "--without-selinux"}), {"make", "-s", "SUBDIRS=.", "all"}},
       "sed/sed",
       {"-e", "@arg"},
       {{ESP_SOURCE_ARGUMENT, 12}, {ESP_SOURCE_STDIN, 12}}},
      {"expat",
       "expat",
       {{"{cc}", "-w", "-I{source}/expat/lib", "-DXML_DTD=1", "-DXML_NS=1", "-DXML_CONTEXT_BYTES=1024",
         "-DBYTEORDER=1234", "-DXML_POOR_ENTROPY", "{here}/expat_driver.c", "{source}/expat/lib/xmlparse.c",
         "{source}/expat/lib/xmlrole.c", "{source}/expat/lib/xmltok.c", "-o", "expat"}},
       "expat",
       {},
       {{ESP_SOURCE_STDIN, 48}}}};
  return all;
}

fs::path build_real_program(const RealProgram& program, const fs::path& cache) {
  const fs::path compiler = fs::read_symlink("/proc/self/exe").parent_path() / "espalier-cc";
  const fs::path directory = fs::absolute(cache) / program.package / "build";
  const fs::path binary = directory / program.binary;
  if (!fs::exists(compiler))
    throw std::runtime_error(fmt::format("{} is not there; build all of Espalier", compiler.string()));
  if (is_up_to_date(binary, compiler)) return binary;

  const fs::path source = fetch_source(program.package, cache);
  fs::remove_all(directory);
  fs::create_directories(directory);
  for (std::vector<std::string> argv : program.build) {
    for (std::string& word : argv) {
      word = replaced(word, "{cc}", compiler.string());
      word = replaced(word, "{source}", source.string());
      word = replaced(word, "{here}", bench_file("strategies").string());
    }
    const CommandOutcome outcome =
        run_command({.argv = argv, .directory = directory.string(), .timeout = std::chrono::minutes(20)});
    if (!outcome.ok())
      throw std::runtime_error(fmt::format("'{}' failed in {}: {}", fmt::join(argv, " "), directory.string(),
                                           outcome.err.substr(0, outcome.err.find('\n'))));
  }
  if (!fs::exists(binary)) throw std::runtime_error(fmt::format("the build left no {}", binary.string()));
  return binary;
}

}  // namespace espalier::bench
