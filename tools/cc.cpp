// espalier-cc and espalier-c++: clang, with our pass and our runtime.  Becomes clang, so its messages and its
// exit code are the compiler's.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/toolchain.h"
#include "frontend/wrapper.h"

namespace {

using namespace espalier;

[[noreturn]] void compile(const std::string& name, const std::vector<std::string>& arguments) {
  const frontend::Toolchain toolchain = frontend::find_toolchain();
  const bool cplusplus = name.ends_with("++");
  const auto command = frontend::wrapped_command({toolchain.clang, toolchain.pass, toolchain.program_runtime},
                                                 cplusplus, arguments);
  std::vector<char*> argv;
  for (const std::string& argument : command) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execv(argv[0], argv.data());
  throw UserError(ExitCode::DoesNotBuild, fmt::format("{}: {}", command[0], std::strerror(errno)));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    compile(argv[0], {argv + 1, argv + argc});
  } catch (const espalier::UserError& error) {
    fmt::print(stderr, "{}: error: {}\n", argv[0], error.what());
    return static_cast<int>(error.code());
  }
}
