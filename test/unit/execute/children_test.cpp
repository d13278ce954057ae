#include "execute/children.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ctime>

namespace espalier::execute {
namespace {

void work(double seconds) {
  const std::clock_t end = std::clock() + static_cast<std::clock_t>(seconds * CLOCKS_PER_SEC);
  while (std::clock() < end) {
  }
}

TEST(TimeOfChildren, CountsThoseThatAreOver) {
  using std::chrono::milliseconds;
  const auto before = time_of_children(getpid());
  work(0.1);  // our own does not count
  EXPECT_LT(time_of_children(getpid()) - before, milliseconds{50});
  const pid_t child = fork();
  if (child == 0) {
    work(0.1);
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  EXPECT_GE(time_of_children(getpid()) - before, milliseconds{80});
}

TEST(TimeOfChildren, IsNothingForAProcessThatIsNotThere) { EXPECT_EQ(time_of_children(-1).count(), 0); }

}  // namespace
}  // namespace espalier::execute
