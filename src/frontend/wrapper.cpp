#include "frontend/wrapper.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string_view>

#include "frontend/instrumented_flags.h"

namespace espalier::frontend {
namespace {

using Arguments = std::vector<std::string>;

template <std::size_t N>
bool is_any(std::string_view text, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

// Flags whose value is the next argument, which is then no input file.
constexpr std::array<std::string_view, 36> with_value = {
    "-o",       "-I",        "-D",       "-U",      "-L",          "-l",
    "-x",       "-T",        "-u",       "-z",      "-e",          "-F",
    "-B",       "-A",        "-MF",      "-MT",     "-MQ",         "-MJ",
    "-include", "-imacros",  "-isystem", "-iquote", "-idirafter",  "-isysroot",
    "-iprefix", "-Xclang",   "-Xlinker", "-mllvm",  "-Xassembler", "-Xpreprocessor",
    "-target",  "-aux-info", "--param",  "-arch",   "-dumpbase",   "-dumpdir"};
constexpr std::array<std::string_view, 8> no_code = {"-E",         "-S",   "-M",       "-MM", "-fsyntax-only",
                                                     "-emit-llvm", "-###", "--analyze"};
constexpr std::array<std::string_view, 6> no_program = {"-shared",       "-r",     "-nostdlib",
                                                        "-nostartfiles", "-Wl,-r", "-Wl,-shared"};
constexpr std::array<std::string_view, 2> position_independent = {"-fPIC", "-fpic"};
constexpr std::array<std::string_view, 6> position_dependent = {"-fno-PIC", "-fno-pic", "-fPIE",
                                                                "-fpie",    "-fno-PIE", "-fno-pie"};

/// The words of a response file; quotes and backslashes as compilers read them.
Arguments words_of(const std::string& file) {
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  Arguments words;
  std::string word;
  bool inside = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      word += text[++i];
      inside = true;
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      inside = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (inside) words.push_back(word);
      word.clear();
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (inside) words.push_back(word);
  return words;
}

/// What the arguments ask for.
struct Job {
  bool inputs = false;
  bool makes_code = true;
  bool links = true;
  bool program = true;
  bool for_library = false;
};

void note(Job& job, const Arguments& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (argument.starts_with('@') && argument.size() > 1) {
      note(job, words_of(arguments[i].substr(1)));
      continue;
    }
    if (is_any(argument, no_code)) job.makes_code = false;
    if (argument == "-c") job.links = false;
    if (is_any(argument, no_program)) job.program = false;
    if (argument == "-shared" || is_any(argument, position_independent)) job.for_library = true;
    if (is_any(argument, position_dependent)) job.for_library = false;
    if (argument.starts_with("-l") || argument == "-" || (!argument.starts_with('-') && !argument.empty()))
      job.inputs = true;
    if (is_any(argument, with_value)) ++i;
  }
}

}  // namespace

std::vector<std::string> wrapped_command(const WrapperFiles& files, bool cplusplus,
                                         const Arguments& arguments) {
  Job job;
  note(job, arguments);
  Arguments command{files.clang};
  if (cplusplus) command.emplace_back("--driver-mode=g++");
  if (job.makes_code && job.inputs) command.emplace_back("-fno-pie");  // before the user's own choice
  command.insert(command.end(), arguments.begin(), arguments.end());
  if (!job.makes_code || !job.inputs) return command;
  if (!job.for_library) {
    command.insert(command.end(), instrumented_flags.begin(), instrumented_flags.end());
    command.insert(command.end(), {"-fno-lto", "-fno-sanitize=all", "-fpass-plugin=" + files.pass.string()});
  }
  command.emplace_back("-Qunused-arguments");
  if (!job.links || !job.program) return command;
  std::erase(command, "-static-pie");
  // -z now: symbols are looked up once, not in every forked run.  -x none: the user's -x is about the user's
  // files.
  command.insert(command.end(),
                 {"-no-pie", "-Wl,-z,now", "-Wl,--wrap=__libc_start_main", "-Wl,--wrap=tmpfile",
                  "-Wl,--wrap=tmpfile64", "-x", "none", files.runtime.string()});
  return command;
}

}  // namespace espalier::frontend
