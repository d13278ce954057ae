#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace espalier::frontend {

/// What espalier-cc and espalier-c++ need of our own files.
struct WrapperFiles {
  std::string clang;
  std::filesystem::path pass;     ///< espalier_pass.so
  std::filesystem::path runtime;  ///< libespalier_program.a
};

/// The command of clang that does what `arguments` say, with instrumentation where code is compiled and the
/// runtime where a program is linked.  Everything is passed on; what only preprocesses, prints or makes
/// assembler text is passed on as it is.  Code for shared libraries (-fPIC, -shared) is not instrumented.
std::vector<std::string> wrapped_command(const WrapperFiles& files, bool cplusplus,
                                         const std::vector<std::string>& arguments);

}  // namespace espalier::frontend
