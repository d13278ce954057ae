// The subject with a real instrumented program: runs, failures, restarts, batches.
#include <gtest/gtest.h>

#include <csignal>

#include "base/files.h"
#include "execute/subject.h"
#include "frontend/toolchain.h"

namespace espalier::execute {
namespace {

constexpr char program[] = R"(
#include <stdlib.h>
#include <signal.h>
#include <unistd.h>
#include "espalier.h"
#include "abi.h"

static int count;
static void add(void) { count++; espalier_output(0, 32, espalier_u32(0) + 1); espalier_output(1, 32, count); }
static void branch(void) { int a = (int)espalier_u32(0); if (a > 10) espalier_output(0, 32, 1); else if (a == 3) *(volatile int *)8 = 1; }
static void aborts(void) { abort(); }
static void exits(void) { exit(3); }
static void loops(void) { volatile int x = 1; while (x) {} }
static void sleeps(void) { sleep(100); }
static void dies(void) { raise(SIGKILL); }
static void recurses(void) { volatile char room[1000]; room[0] = 1; recurses(); room[1] = 2; }
static void eats(void) { for (;;) ((char *)malloc(1 << 20))[0] = 1; }
static void overruns(void) { char *p = espalier_object(10); p[espalier_u8(0)] = 1; }
static void rejects(void) { if (espalier_u8(0) != 7) espalier_reject(); }

const esp_unit espalier_units[] = {{"add", add}, {"branch", branch}, {"aborts", aborts}, {"exits", exits},
  {"loops", loops}, {"sleeps", sleeps}, {"dies", dies}, {"recurses", recurses}, {"eats", eats},
  {"overruns", overruns}, {"rejects", rejects}};
const uint32_t espalier_unit_count = sizeof espalier_units / sizeof *espalier_units;
)";
enum Unit : std::uint32_t {
  Add,
  Branch,
  Aborts,
  Exits,
  Loops,
  Sleeps,
  Dies,
  Recurses,
  Eats,
  Overruns,
  Rejects
};

/// Built once for all tests.
class Subjects : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    scratch = new ScratchDirectory;
    const auto harness = scratch->path() / "harness.c";
    write_file(harness, program);
    frontend::build_subject(
        frontend::find_toolchain(),
        {.harness = harness, .output = binary(), .flags = {}, .dump_ir = false, .instrument = true});
  }
  static void TearDownTestSuite() { delete scratch; }
  static std::filesystem::path binary() { return scratch->path() / "subject"; }
  static Limits limits() {
    Limits l;
    l.steps = 100'000;
    l.memory = 64u << 20;
    l.wall_clock = std::chrono::milliseconds(300);
    return l;
  }
  static Input input(std::uint64_t value) { return {{value}}; }
  static ScratchDirectory* scratch;
};
ScratchDirectory* Subjects::scratch = nullptr;

TEST_F(Subjects, AnswerWithOutputsAndFreshGlobals) {
  Subject subject(binary(), limits());
  for (std::uint64_t i = 0; i < 3; i++) {
    const auto run = subject.run(Add, input(i));
    ASSERT_EQ(run.status, ESP_OK);
    ASSERT_EQ(run.outputs.size(), 2u);
    EXPECT_EQ(run.outputs[0].value, i + 1);
    EXPECT_EQ(run.outputs[1].value, 1u);
  }
  EXPECT_EQ(subject.restarts(), 0u);
}

TEST_F(Subjects, RecordSymbolicBranchesOnlyWhenAsked) {
  Subject subject(binary(), limits());
  EXPECT_EQ(subject.run(Branch, input(11)).trace.size(), 1u);
  EXPECT_EQ(subject.run(Branch, input(4)).trace.size(), 2u);
  EXPECT_TRUE(subject.run(Branch, input(4), ESP_MODE_CONCRETE).trace.empty());
  EXPECT_GT(subject.run(Branch, input(4), ESP_MODE_CONCOLIC, true).trace.size(), 2u);
}

TEST_F(Subjects, SurviveWhatTheUnitDoes) {
  Subject subject(binary(), limits());
  const auto status = [&](Unit unit, std::uint64_t value = 0) {
    const esp_status seen = subject.run(unit, input(value)).status;
    EXPECT_EQ(subject.run(Add, input(1)).status, ESP_OK);  // and goes on
    return seen;
  };
  EXPECT_EQ(status(Branch, 3), ESP_CRASH);
  EXPECT_EQ(status(Aborts), ESP_ABORT);
  EXPECT_EQ(status(Exits), ESP_EXIT);
  EXPECT_EQ(status(Loops), ESP_STEPS);
  EXPECT_EQ(status(Recurses), ESP_STACK);
  EXPECT_EQ(status(Eats), ESP_MEMORY);
  EXPECT_EQ(status(Overruns, 10), ESP_BOUNDS);
  EXPECT_EQ(status(Overruns, 9), ESP_OK);
  EXPECT_EQ(status(Rejects), ESP_REJECTED);
  EXPECT_EQ(status(Rejects, 7), ESP_OK);
  EXPECT_EQ(subject.restarts(), 0u);
  EXPECT_EQ(status(Sleeps), ESP_TIMEOUT);
  EXPECT_EQ(status(Dies), ESP_DIED);
  EXPECT_GE(subject.restarts(), 1u);
}

TEST_F(Subjects, SurviveInProcessesOfTheirOwn) {
  Subject subject(binary(), limits(), /*isolate=*/true);
  EXPECT_TRUE(subject.isolated());
  EXPECT_EQ(subject.run(Branch, input(3)).status, ESP_CRASH);
  const auto killed = subject.run(Dies, input(0));
  EXPECT_EQ(killed.status, ESP_CRASH);
  EXPECT_EQ(killed.detail, SIGKILL);
  EXPECT_NE(killed.cut & ESP_CUT_KILLED, 0u);
  EXPECT_TRUE(killed.trace.empty());
  EXPECT_EQ(subject.run(Exits, input(0)).detail, 3);
  EXPECT_EQ(subject.run(Add, input(1)).outputs[1].value, 1u);
  EXPECT_EQ(subject.restarts(), 0u);
}

TEST_F(Subjects, TellOfABatchWhoBroughtNews) {
  Subject subject(binary(), limits());
  const std::vector<std::uint64_t> inputs = {1, 2, 3, 11, 12, 4};
  const Batch batch = subject.batch(Branch, inputs, 1);
  ASSERT_EQ(batch.results.size(), inputs.size());
  const bool news[] = {true, false, true, true, false, false};
  for (std::size_t i = 0; i < inputs.size(); i++) {
    EXPECT_EQ(batch.results[i].news != 0, news[i]) << i;
    EXPECT_EQ(batch.results[i].status, inputs[i] == 3 ? ESP_CRASH : ESP_OK) << i;
  }
}

}  // namespace
}  // namespace espalier::execute
