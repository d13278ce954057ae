// Calls by name: who is called, and what library functions do with control.
#include "model/calls.h"

#include <algorithm>
#include <array>

namespace espalier::model {
namespace {

// Library functions that call functions given to them.  Their code is not in the program, so a
// call of them counts as an indirect one.
constexpr std::array<std::string_view, 23> callers_of_callbacks{
    "qsort",          "qsort_r",      "bsearch",     "lfind",         "lsearch",     "tsearch",
    "tfind",          "twalk",        "tdelete",     "ftw",           "nftw",        "scandir",
    "glob",           "atexit",       "on_exit",     "at_quick_exit", "signal",      "sigaction",
    "pthread_create", "pthread_once", "thrd_create", "call_once",     "__cxa_atexit"};

constexpr std::array<std::string_view, 16> breakers{
    "atexit",     "on_exit",       "at_quick_exit",  "signal",      "sigaction", "bsd_signal",
    "sigset",     "timer_create",  "pthread_create", "thrd_create", "longjmp",   "_longjmp",
    "siglongjmp", "__longjmp_chk", "swapcontext",    "__cxa_atexit"};

}  // namespace

bool may_call_anything(std::string_view callee) {
  return callee == "*" || std::ranges::find(callers_of_callbacks, callee) != callers_of_callbacks.end();
}

bool breaks_control_flow(std::string_view callee) {
  return std::ranges::find(breakers, callee) != breakers.end();
}

ComingBack::ComingBack(const Program& program) {
  if (program.find("main") == nullptr) return;
  for (const Site& site : program.sites)
    if (site.kind == SiteKind::Call) calls_.emplace_back(site.function, site.block, site.call);
  std::ranges::sort(calls_);
}

bool ComingBack::operator()(FunctionId function, BlockId block, std::size_t call) const {
  return std::ranges::binary_search(calls_, std::tuple{function, block, call});
}

Names::Names(const Program& program) : program_(program) {
  for (FunctionId id = 0; id < program.functions.size(); ++id)
    by_name_.emplace(program.functions[id].name, id);
}

FunctionId Names::find(std::string_view name, std::uint32_t module) const {
  // A definition of the program's own takes the place of the model of a library function.
  constexpr std::string_view model = "esp_libc_";
  if (name.starts_with(model))
    if (const FunctionId own = find(name.substr(model.size()), module); own != no_function) return own;
  FunctionId visible = no_function;
  const auto [first, last] = by_name_.equal_range(name);
  for (auto it = first; it != last; ++it) {
    const Function& function = program_.functions[it->second];
    if (function.module == module) return it->second;
    if (!function.is_static) visible = it->second;
  }
  return visible;
}

}  // namespace espalier::model
