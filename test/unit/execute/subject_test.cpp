// The subject with a real instrumented program: runs, failures, restarts, batches.
#include <gtest/gtest.h>

#include <bit>
#include <csignal>

#include "base/files.h"
#include "execute/subject.h"
#include "frontend/toolchain.h"
#include "model/model.h"

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
static void choose(void) { switch (espalier_u8(0)) { case 5: count = 1; break; case 9: count = 2; break; default: count = 3; } }
static void weigh(void) { double x = espalier_f64(0); int same = x == 1.5; if (same) count = 4; }
static void chooses(void) {
  unsigned a = espalier_u8(0);
  if (a > 10) a++;
  switch (a) { case 3: espalier_output(0, 32, 3); break; case 5: espalier_output(0, 32, 5); break; default: espalier_output(0, 32, 9); }
  volatile int one = 1;
  if (one == 2) espalier_output(1, 32, 1);
}
static void counts(void) {
  for (int i = 0; i < 100; i++) count++;
  if (espalier_u8(0) == 7) count = 5;
  for (int i = 0; i < 3; i++) count++;
  if (espalier_u8(1) == 7) count = 6;
  for (int i = 0; i < 100; i++) count++;
}
static void rejects(void) { if (espalier_u8(0) != 7) espalier_reject(); }

const esp_unit espalier_units[] = {{"add", add}, {"branch", branch}, {"aborts", aborts}, {"exits", exits},
  {"loops", loops}, {"sleeps", sleeps}, {"dies", dies}, {"recurses", recurses}, {"eats", eats},
  {"overruns", overruns}, {"rejects", rejects}, {"choose", choose}, {"weigh", weigh},
  {"chooses", chooses}, {"counts", counts}};
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
  Rejects,
  Choose,
  Weigh,
  Chooses,
  Counts
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
}

TEST_F(Subjects, RecordTheLastConcreteBranchesBeforeEachSymbolicOne) {
  Subject subject(binary(), limits());
  const auto concrete_before = [&](esp_telling telling) {
    std::vector<std::size_t> counts{0};
    for (const esp_record& record : subject.run(Counts, {{0, 0}}, ESP_MODE_CONCOLIC, telling).trace) {
      const bool step = record.edge < ESP_EDGE_PASSED;
      if (step && record.label != 0) counts.push_back(0);
      if (record.edge == ESP_EDGE_PASSED || (step && record.label == 0)) ++counts.back();
    }
    return counts;
  };
  EXPECT_EQ(concrete_before(ESP_TELL_NOTHING), (std::vector<std::size_t>{0, 0, 0}));
  EXPECT_EQ(concrete_before(ESP_TELL_LATELY), (std::vector<std::size_t>{ESP_LATELY, 4, 0}));
  EXPECT_GT(concrete_before(ESP_TELL_TRACE)[0], 100u);
}

TEST_F(Subjects, TakeTheSidesTheyAreForcedToTake) {
  Subject subject(binary(), limits());
  const auto symbolic = [](const auto& run) {
    std::vector<std::uint32_t> edges;
    for (const esp_record& record : run.trace)
      if (record.label != 0) edges.push_back(record.edge);
    return edges;
  };
  const std::vector<std::uint32_t> large = symbolic(subject.run(Chooses, input(11)));
  const std::vector<std::uint32_t> five = symbolic(subject.run(Chooses, input(5)));
  ASSERT_EQ(large.size(), 2u);
  ASSERT_EQ(five.size(), 2u);

  const std::vector<std::uint32_t> never{large[0], five[1]};  // above ten, and five
  const auto lied = subject.force(Chooses, input(0), never);
  EXPECT_EQ(lied.status, ESP_OK);
  EXPECT_EQ(symbolic(lied), never);
  EXPECT_EQ(lied.outputs[0].value, 5u);
  const std::vector<std::uint32_t> others{five[0], large[1]};  // neither three nor five
  EXPECT_EQ(subject.force(Chooses, input(3), others).outputs[0].value, 9u);
  EXPECT_EQ(subject.run(Chooses, input(3)).outputs[0].value, 3u) << "the next run is free again";
}

TEST_F(Subjects, EndWhereTheyCannotBeForced) {
  Subject subject(binary(), limits());
  const auto free = subject.run(Chooses, input(3), ESP_MODE_CONCOLIC, ESP_TELL_TRACE);
  std::uint32_t concrete = 0;  // the side taken of the last branch, which is its second one
  for (const esp_record& record : free.trace)
    if (record.label == 0 && record.edge < ESP_EDGE_PASSED) concrete = record.edge;
  const std::vector<std::uint32_t> other{concrete - 1};
  const auto run = subject.force(Chooses, input(3), other);
  EXPECT_EQ(run.status, ESP_ASTRAY);
  ASSERT_FALSE(run.trace.empty());
  EXPECT_EQ(run.trace.back().edge, concrete - 1);
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

/// The fitness of each input for one objective.
std::vector<double> fitness(Subject& subject, Unit unit, const std::vector<std::uint64_t>& inputs,
                            std::vector<esp_approach> list) {
  list.push_back({ESP_NO_EDGE, 0});
  const Batch batch = subject.batch(unit, inputs, 1, {.approaches = list, .objectives = 1});
  return {batch.fitness.begin(), batch.fitness.end()};
}

/// The first edge of the n-th branch or switch of a function.
std::uint32_t edge(const std::filesystem::path& binary, const std::string& function, std::size_t n) {
  const auto program = model::read_program(binary);
  for (const model::SiteId id : program->find(function)->sites) {
    const model::Site& site = program->sites[id];
    if (site.kind != model::SiteKind::Branch && site.kind != model::SiteKind::Switch) continue;
    if (n-- == 0) return site.first;
  }
  return ESP_NO_EDGE;
}

TEST_F(Subjects, TellHowFarABatchIsFromAnEdge) {
  Subject subject(binary(), limits());
  const std::uint32_t greater = edge(binary(), "branch", 0), three = edge(binary(), "branch", 1);
  // To a > 10, from below and from above.
  const auto up = fitness(subject, Branch, {2, 9, 10, 11, 0xfffffff0}, {{greater, 0}});
  EXPECT_GT(up[0], up[1]);
  EXPECT_GT(up[1], up[2]);
  EXPECT_GT(up[2], 0);
  EXPECT_EQ(up[3], 0);
  EXPECT_GT(up[4], up[0]);  // -16: signed
  EXPECT_LT(up[4], 1);
  // To a == 3, which is behind a <= 10: the level tells who did not even get there.
  const auto equal = fitness(subject, Branch, {3, 4, 6, 11, 12}, {{three, 0}, {greater + 1, 1}});
  EXPECT_EQ(equal[0], 0);
  EXPECT_GT(equal[1], 0);
  EXPECT_GT(equal[2], equal[1]);
  EXPECT_LT(equal[2], 1);
  EXPECT_GT(equal[3], 1);
  EXPECT_GT(equal[4], equal[3]);
  EXPECT_EQ(fitness(subject, Branch, {11}, {{three, 0}})[0], ESP_NO_FITNESS);
}

TEST_F(Subjects, TellHowFarSwitchesAndStoredComparisonsAre) {
  Subject subject(binary(), limits());
  const std::uint32_t choice = edge(binary(), "choose", 0);
  const auto nine = fitness(subject, Choose, {9, 8, 5, 200}, {{choice + 1, 0}});
  EXPECT_EQ(nine[0], 0);
  EXPECT_LT(nine[1], nine[2]);
  EXPECT_LT(nine[2], nine[3]);
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  const auto weight = fitness(subject, Weigh, {bits(1.5), bits(1.25), bits(1e9), bits(-1.5)},
                              {{edge(binary(), "weigh", 0), 0}});
  EXPECT_EQ(weight[0], 0);
  EXPECT_LT(weight[1], weight[2]);
  EXPECT_LT(weight[2], weight[3]);
}

class Batches : public Subjects, public testing::WithParamInterface<bool> {};
INSTANTIATE_TEST_SUITE_P(Subjects, Batches, testing::Bool(),
                         [](const auto& isolate) { return isolate.param ? "Isolated" : "Together"; });

TEST_P(Batches, CountWhatTheyAreAskedToCount) {
  Subject subject(binary(), limits(), GetParam());
  const std::uint32_t greater = edge(binary(), "branch", 0);
  std::vector<std::uint8_t> edges(subject.edge_count(), ESP_EDGE_SEEN);
  edges[greater] = ESP_EDGE_COUNTS;                          // a > 10
  edges[greater + 1] = ESP_EDGE_COUNTS | ESP_EDGE_SEEN;      // a <= 10
  const std::vector<std::uint64_t> inputs = {1, 12, 13};
  const Batch batch = subject.batch(Branch, inputs, 1, {.edges = edges});
  ASSERT_EQ(batch.results.size(), 3u);
  EXPECT_EQ(batch.results[0].covered, 1);
  EXPECT_FALSE(batch.results[0].news);
  EXPECT_EQ(batch.results[1].covered, 1);
  EXPECT_TRUE(batch.results[1].news);
  EXPECT_FALSE(batch.results[2].news);
}

}  // namespace
}  // namespace espalier::execute
