#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace espalier::frontend {

/// Where the programs and our own files are.
struct Toolchain {
  std::string clang;                   ///< clang-19
  std::string symbolizer;              ///< llvm-symbolizer-19, may be empty
  std::filesystem::path pass;          ///< espalier_pass.so
  std::filesystem::path runtime;       ///< libespalier_runtime.a
  std::filesystem::path program_runtime;  ///< libespalier_program.a, for whole programs
  std::filesystem::path include;       ///< directory of espalier.h and abi.h
};

/// Looks beside the running executable (../lib/espalier) or in $ESPALIER_HOME/lib/espalier, and for
/// clang-19 on PATH.  UserError(DoesNotBuild) that names the missing piece and its Debian package.
Toolchain find_toolchain();

/// Our header for code under test, where it is installed.
std::filesystem::path user_header();
/// The page that reports are made from; may be missing.
std::filesystem::path report_page();

struct BuildRequest {
  std::filesystem::path harness;           ///< C file
  std::filesystem::path output;            ///< executable
  std::vector<std::string> flags;          ///< of the source file
  bool dump_ir = false;                    ///< also writes <output>.ll
  bool instrument = true;                  ///< false: the same program natively, -O2 (benchmarks)
  bool check_undefined = false;            ///< signed overflow and bad shifts end a run
  const std::atomic<bool>* cancelled = nullptr;
};

/// Compiles and links the subject.  UserError(DoesNotBuild) with the compiler's first error.
void build_subject(const Toolchain& toolchain, const BuildRequest& request);

}  // namespace espalier::frontend
