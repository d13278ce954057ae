#include "base/process.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>

#include "base/files.h"

namespace espalier {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

Command shell(const std::string& script) { return {.argv = {"/bin/sh", "-c", script}}; }

TEST(RunCommand, CollectsBothStreamsAndTheExitCode) {
  const auto outcome = run_command(shell("echo one; echo two >&2; exit 3"));
  EXPECT_TRUE(outcome.started);
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(outcome.signal, 0);
  EXPECT_EQ(outcome.out, "one\n");
  EXPECT_EQ(outcome.err, "two\n");
  EXPECT_FALSE(outcome.ok());
}

TEST(RunCommand, ReadsMoreThanAPipeHoldsOnBothStreams) {
  const auto outcome = run_command(shell("head -c 300000 /dev/zero; head -c 400000 /dev/zero >&2"));
  EXPECT_TRUE(outcome.ok());
  EXPECT_EQ(outcome.out.size(), 300000u);
  EXPECT_EQ(outcome.err.size(), 400000u);
}

TEST(RunCommand, ReportsTheSignalThatEndedTheProgram) {
  const auto outcome = run_command(shell("kill -SEGV $$"));
  EXPECT_EQ(outcome.exit_code, -1);
  EXPECT_EQ(outcome.signal, SIGSEGV);
}

TEST(RunCommand, SaysThatAMissingProgramDidNotStart) {
  const auto outcome = run_command({.argv = {"no-such-program-of-espalier"}});
  EXPECT_FALSE(outcome.started);
  EXPECT_FALSE(outcome.ok());
  EXPECT_NE(outcome.err.find("no-such-program-of-espalier"), std::string::npos);
}

TEST(RunCommand, EndsAProgramAndItsChildrenAtTheTimeOut) {
  auto command = shell("sleep 30 & sleep 30");
  command.timeout = milliseconds{200};
  const auto begin = Clock::now();
  const auto outcome = run_command(command);
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_EQ(outcome.signal, SIGKILL);
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds{10});
}

TEST(RunCommand, DoesNotWaitForAChildThatOutlivesTheProgram) {
  const auto begin = Clock::now();
  const auto outcome = run_command(shell("sleep 20 & echo $!"));
  EXPECT_TRUE(outcome.ok());
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds{10});
  kill(std::stoi(outcome.out), SIGTERM);
}

TEST(RunCommand, UsesTheGivenDirectoryAndEnvironment) {
  const ScratchDirectory scratch;
  auto command = shell("pwd; echo $ESPALIER_TEST_A; echo $HOME");
  command.directory = scratch.path();
  command.environment = {"ESPALIER_TEST_A=hello", "HOME=/nowhere"};
  EXPECT_EQ(run_command(command).out, scratch.path().string() + "\nhello\n/nowhere\n");
}

TEST(RunCommand, GivesAnEmptyStandardInput) { EXPECT_EQ(run_command({.argv = {"cat"}}).exit_code, 0); }

TEST(RunCommands, KeepsTheOrderOfTheCommands) {
  std::vector<Command> commands;
  for (int i = 0; i < 20; ++i) commands.push_back(shell("echo " + std::to_string(i)));
  const auto outcomes = run_commands(commands, 4);
  ASSERT_EQ(outcomes.size(), 20u);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(outcomes[i].out, std::to_string(i) + "\n");
}

TEST(RunCommands, RunsSideBySide) {
  const auto begin = Clock::now();
  run_commands({shell("sleep 0.5"), shell("sleep 0.5"), shell("sleep 0.5"), shell("sleep 0.5")}, 4);
  EXPECT_LT(Clock::now() - begin, milliseconds{1800});
  EXPECT_TRUE(run_commands({}, 4).empty());
}

TEST(FindProgram, TakesTheFirstNameThatExists) {
  EXPECT_EQ(find_program({"no-such-program-of-espalier", "/bin/sh"}), "/bin/sh");
  EXPECT_NE(find_program({"sh"}), "");
  EXPECT_EQ(find_program({"no-such-program-of-espalier", "/no/such"}), "");
  EXPECT_EQ(find_program({"/tmp"}), "") << "a directory is no program";
}

}  // namespace
}  // namespace espalier
