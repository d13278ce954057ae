#include "suite/ending.h"

#include <array>
#include <cstring>

#include <fmt/format.h>

namespace espalier::suite {
namespace {

constexpr std::array kEndings = {
    Ending{ESP_OK, "", "", "path", "ok"},
    Ending{ESP_CRASH, "crash", "", "crashes", "crash"},
    Ending{ESP_EXIT, "exit", "", "exits", "exit"},
    Ending{ESP_ABORT, "abort", "", "aborts", "abort"},
    Ending{ESP_ASSERT, "assertion failed", "", "fails_assertion", "assert"},
    Ending{ESP_STEPS, "hang", "the step budget is used up", "hangs", "steps"},
    Ending{ESP_MEMORY, "out of memory", "the memory budget is used up", "runs_out_of_memory", "memory"},
    Ending{ESP_STACK, "stack overflow", "recursion without end, or too deep for the stack", "overflows_stack",
           "stack"},
    Ending{ESP_BOUNDS, "out of bounds", "access outside an object", "leaves_an_object", "bounds"},
    Ending{ESP_REJECTED, "", "", "path", "rejected"},
    Ending{ESP_TIMEOUT, "hang", "the time limit has passed", "hangs", "timeout"},
    Ending{ESP_DIED, "unexpected end", "the process ended without a word", "dies", "died"},
    Ending{ESP_FREED, "use after free", "access to memory that was freed", "uses_freed_memory", "freed"},
    Ending{ESP_DOUBLE_FREE, "double free", "memory is freed twice", "frees_twice", "double free"},
    Ending{ESP_BAD_FREE, "invalid free", "free of what was not allocated", "frees_what_it_should_not",
           "bad free"},
    Ending{ESP_UNDEFINED, "undefined behaviour", "", "has_undefined_behaviour", "undefined"},
    Ending{ESP_POSTCONDITION, "postcondition failed", "", "fails_postcondition", "postcondition"},
    Ending{ESP_ASTRAY, "", "", "path", "astray"},  // of forced runs only, which are no tests
};

constexpr bool rows_are_in_order() {
  for (std::size_t i = 0; i < kEndings.size(); ++i)
    if (kEndings[i].status != static_cast<esp_status>(i)) return false;
  return true;
}
static_assert(kEndings.size() == ESP_STATUS_COUNT && rows_are_in_order(), "one row per status, in its order");

}  // namespace

const Ending& ending_of(esp_status status) { return kEndings[status < kEndings.size() ? status : ESP_DIED]; }

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

}  // namespace espalier::suite
