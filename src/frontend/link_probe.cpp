// Which names have a definition outside the file?  The C library answers most of the time; for the rest
// the linker is asked, once, with the user's libraries and object files.
#include <dlfcn.h>

#include <algorithm>

#include <fmt/format.h>

#include "base/files.h"
#include "base/process.h"
#include "frontend/flags.h"
#include "frontend/references.h"

namespace espalier::frontend {
namespace {

bool in_c_library(const std::string& name) {
  static void* const libraries[] = {dlopen("libc.so.6", RTLD_LAZY), dlopen("libm.so.6", RTLD_LAZY)};
  return std::ranges::any_of(libraries, [&](void* library) {
    return library != nullptr && dlsym(library, name.c_str()) != nullptr;
  });
}

/// Of these names, the ones that the linker does not find.  All, when there is no linker to ask.
std::set<std::string> not_linked(const std::set<std::string>& names, const std::vector<std::string>& flags) {
  const std::string clang = find_program({"clang-19"});
  if (clang.empty()) return names;
  const ScratchDirectory scratch;
  std::string text = ".globl main\nmain:\n.data\n";
  for (const auto& name : names) text += fmt::format(".quad {}\n", name);
  write_file(scratch.path() / "probe.s", text + ".section .note.GNU-stack,\"\",@progbits\n");

  Command command;
  command.argv = {clang, "-no-pie", (scratch.path() / "probe.s").string()};
  const auto link = sort_flags(flags).link;
  command.argv.insert(command.argv.end(), link.begin(), link.end());
  command.argv.insert(command.argv.end(), {"-o", (scratch.path() / "probe").string(), "-lm", "-lpthread"});
  const CommandOutcome outcome = run_command(command);
  std::set<std::string> missing;
  if (outcome.ok()) return missing;
  for (const auto& name : names)
    if (outcome.err.find(fmt::format("undefined reference to `{}'", name)) != std::string::npos)
      missing.insert(name);
  return missing;
}

}  // namespace

void drop_defined_elsewhere(SourceFile& source, const std::set<std::string>& stubbed) {
  std::set<std::string> asked;
  const auto ask = [&](const std::string& name) {
    if (!in_c_library(name)) asked.insert(name);
  };
  for (const auto& function : source.declared) ask(function.name);
  for (const auto& global : source.globals)
    if (!global.is_defined) ask(global.name);
  const auto missing = asked.empty() ? asked : not_linked(asked, source.flags);
  std::erase_if(source.declared, [&](const auto& function) {
    return !missing.contains(function.name) && !stubbed.contains(function.name);
  });
  std::erase_if(source.globals,
                [&](const auto& global) { return !global.is_defined && !missing.contains(global.name); });
}

}  // namespace espalier::frontend
