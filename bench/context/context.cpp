// Context-guided search: growing contexts against fixed ones, with and without dominators.  After section 5.3
// of Seo and Kim, How We Get There: A Context-Guided Search Strategy in Concolic Testing, FSE 2014.
#include <fmt/format.h>

#include "../strategies/contest.h"

namespace espalier::bench {
namespace {

void run(const Settings& settings) {
  check_only(settings, {});
  std::vector<Contestant> all;
  const auto add = [&](const std::string& name, const search::ContextOptions& context) {
    all.push_back({name, {.strategy = "cgs", .context = context}});
  };
  add("k grows from 1 to 5", {});
  for (const std::uint32_t k : {1u, 2u, 3u, 4u, 5u}) add(fmt::format("k = {}", k), {.fixed = k});
  add("k grows, with dominators in it", {.dominators = false});
  all.push_back({"bfs", {.strategy = "bfs"}, false});

  Contest contest(settings, "context", "context", std::move(all));
  const auto failed = for_each_arena(settings, Kinds::All, [&](Arena& arena) { contest.hold(arena); });
  contest.finish();
  complain(failed);
}

const Experiment experiment{"context", "context-guided search: fixed and growing contexts, dominators", run};

}  // namespace
}  // namespace espalier::bench
