// espalier report: the page of a suite, written anew.
#include <fmt/format.h>

#include "commands.h"
#include "suite/report/report.h"

namespace espalier::tools {

Action add_report(CLI::App& app) {
  auto directory = std::make_shared<std::string>();
  app.add_option("DIR", *directory, "directory of a suite: espalier-out/<function>")->required();
  app.footer("Example:\n  espalier report espalier-out/classify");
  return [directory] {
    fmt::print("{}\n", suite::write_report(std::filesystem::absolute(*directory)).string());
    return ExitCode::Done;
  };
}

}  // namespace espalier::tools
