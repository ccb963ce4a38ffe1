// How often a screen by stored runs errs on a machine whose state changes, and what it finds: drawn runs, the gate's
// own regression and decision.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <string>

#include "ci/gate/suite.h"
#include "stats/distribution.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

constexpr int kStoredRuns = 15;
constexpr int kLaunches = 8;  // of a run
constexpr int kPasses = 10;   // of a launch
constexpr double kTolerance = 0.05;

// How the logarithm of a series' time follows those of a cache line, a block and arithmetic.
constexpr std::array<std::array<double, 3>, 6> kFollows = {
    {{0.6, 0, 0.2}, {0.3, 0.3, 0}, {0, 0.5, 0.4}, {0, 0, 1}, {0.2, 0.1, 0.1}, {0, 0, 0}}};

// Processors are near or far (27 or 170 ns), and somebody else takes up to half of them. The rest are standard
// deviations of logarithms.
struct Machine {
  double far_stored = 0.5;  // of launches that met processors that are far
  double far_fresh = 0.5;
  double busy = 1;       // the others' largest part of an hour
  double run = 0.01;     // what references do not see, of an hour
  double launch = 0.03;  // and of a launch
  double reference = 0.03;
};

class Drawn {
 public:
  Drawn(const Machine& machine, std::uint64_t seed) : machine_(machine), random_(seed) {}

  std::vector<LaunchRecord> Run(const std::string& id, bool fresh, double slower) {
    std::array<double, kFollows.size()> hour;
    for (double& effect : hour) effect = machine_.run * normal_(random_);
    const double busy = machine_.busy * uniform_(random_);
    std::vector<LaunchRecord> launches(kLaunches);
    for (LaunchRecord& launch : launches) {
      launch.run_id = id;
      launch.series.reserve(kFollows.size());
      const bool far = uniform_(random_) < (fresh ? machine_.far_fresh : machine_.far_stored);
      const std::array<double, 3> state = {std::log(far ? 1.7e-7 : 2.7e-8), std::log(far ? 2e-6 : 5e-7),
                                           std::log(1e-6 * (1 + busy * uniform_(random_)))};
      for (std::size_t i = 0; i < kFollows.size(); ++i) {
        double log = std::log(1e-6) + hour[i] + machine_.launch * normal_(random_) + (fresh && i == 0 ? slower : 0);
        for (std::size_t j = 0; j < state.size(); ++j) log += kFollows[i][j] * (state[j] - std::log(1e-6));
        AddSeries(i, log, state, launch);
      }
    }
    return launches;
  }

 private:
  void AddSeries(std::size_t i, double log, const std::array<double, 3>& state, LaunchRecord& launch) {
    SeriesRecord& series = launch.series.emplace_back();
    series.name = "series " + std::to_string(i);
    series.summary.count = 1;
    series.summary.median = std::exp(log);
    series.passes.reserve(kPasses);
    for (int pass = 0; pass < kPasses; ++pass) {
      std::array<double, 3> seen;
      for (std::size_t j = 0; j < seen.size(); ++j) {
        seen[j] = std::exp(state[j] + machine_.reference * normal_(random_));
      }
      const ReferenceTimes times = {seen[0], seen[1], seen[2]};
      series.passes.emplace_back().references = {times, times};
    }
  }

  Machine machine_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_;
};

struct Counts {
  int failed = 0;        // gates
  int first_failed = 0;  // the first series, which may be slower
  int first_passed = 0;
  int passed = 0;  // of all series
  int another_state = 0;
};

struct DrawnRuns {
  std::vector<LaunchRecord> stored;
  std::vector<LaunchRecord> fresh;
};

DrawnRuns RunsOf(const Machine& machine, int gate, double slower) {
  Drawn drawn(machine, static_cast<std::uint64_t>(gate) + 1);
  DrawnRuns runs;
  runs.stored.reserve(kStoredRuns * kLaunches);
  for (int run = 0; run < kStoredRuns; ++run) {
    for (LaunchRecord& launch : drawn.Run(std::to_string(run), false, 0)) runs.stored.push_back(std::move(launch));
  }
  runs.fresh = drawn.Run("fresh", true, slower);
  return runs;
}

// Gates by stored runs alone.
class Screens {
 public:
  Screens() {
    settings_.screen.min_runs = 10;
    tables_ = std::make_shared<DecisionTables>(settings_);
  }

  // As a gate that knows of no states would do it.
  void AddAsMeasured(const DrawnRuns& runs) {
    std::vector<SuiteSeries> suite = NewSuite();
    AddRunValues(runs.stored, suite);
    Add(suite, LogsOf(runs.fresh, NamesOf(suite)));
  }

  // As gates do it.
  void AddInOneState(DrawnRuns runs) {
    std::vector<SuiteSeries> suite = NewSuite();
    const std::vector<LaunchLogs> logs = AddRunsInOneState(std::move(runs.stored), std::move(runs.fresh), suite);
    Add(suite, logs);
  }

  const Counts& counts() const { return counts_; }

 private:
  static std::vector<SuiteSeries> NewSuite() {
    std::vector<SuiteSeries> suite;
    for (std::size_t i = 0; i < kFollows.size(); ++i) {
      suite.push_back({"series " + std::to_string(i), kTolerance, {}, {}});
    }
    return suite;
  }

  void Add(const std::vector<SuiteSeries>& suite, const std::vector<LaunchLogs>& logs) {
    SuiteDecision decision(suite, settings_, tables_);
    decision.Screen(logs);
    decision.DecideByRuns();
    const std::vector<Settled> settled = decision.Series();
    counts_.failed += decision.OutcomeOfMedians() == Decision::kFail;
    counts_.first_failed += settled[0].decision == Decision::kFail;
    counts_.first_passed += settled[0].decision == Decision::kPass;
    for (const Settled& one : settled) {
      counts_.passed += one.decision == Decision::kPass;
      if (!one.screen->state.IsAnother()) continue;
      ++counts_.another_state;
      EXPECT_THAT(one.screen->reason, HasSubstr("another state"));
    }
  }

  SuiteSettings settings_;
  std::shared_ptr<DecisionTables> tables_;
  Counts counts_;
};

constexpr int kGates = 1000;
constexpr int kAllSeries = kGates * static_cast<int>(kFollows.size());

struct BothCounts {
  Counts before;  // as measured
  Counts after;   // in one state
};

// The same gates both ways.
BothCounts ScreensOf(const Machine& machine, double slower) {
  Screens before;
  Screens after;
  for (int gate = 0; gate < kGates; ++gate) {
    DrawnRuns runs = RunsOf(machine, gate, slower);
    before.AddAsMeasured(runs);
    after.AddInOneState(std::move(runs));
  }
  return {before.counts(), after.counts()};
}

// Where the chance is `chance`, 999 of 1000 such tests see no more.
void ExpectAtMost(int count, double chance) {
  EXPECT_LT(BinomialCdf(count - 1, kGates, chance), 0.999) << count << " of " << kGates;
}

// Equal libraries, states that come and go: no more than 5% of gates may fail, and series pass that could not before.
TEST(OneState, EqualLibrariesPassAndTheErrorRateHolds) {
  const auto [before, after] = ScreensOf({}, 0);
  RecordProperty("failed_before", before.failed);
  RecordProperty("failed_after", after.failed);
  RecordProperty("passed_before", before.passed);
  RecordProperty("passed_after", after.passed);
  ExpectAtMost(after.failed, 0.05);
  EXPECT_LE(after.failed, before.failed);
  EXPECT_EQ(after.another_state, 0);
  EXPECT_LT(before.passed, kAllSeries / 4);
  EXPECT_GT(after.passed, kAllSeries * 2 / 3);
}

// The stored runs met near processors mostly, and the new one far ones: before, that was taken for the library.
TEST(OneState, AMachineThatIsMostlyInAnotherStateIsNotTakenForTheLibrary) {
  Machine machine;
  machine.far_stored = 0.2;
  machine.far_fresh = 0.8;
  const auto [before, after] = ScreensOf(machine, 0);
  RecordProperty("failed_before", before.failed);
  RecordProperty("failed_after", after.failed);
  RecordProperty("passed_after", after.passed);
  EXPECT_GT(before.failed, kGates / 2);
  ExpectAtMost(after.failed, 0.05);
  EXPECT_GT(after.passed, kAllSeries * 2 / 3);
}

// A series that is slower by exactly the tolerance passes in 2% of gates at most, in whatever state either side was.
TEST(OneState, SlowdownEqualToToleranceDoesNotPass) {
  for (const double far_fresh : {0.2, 0.5, 0.8}) {
    Machine machine;
    machine.far_fresh = far_fresh;
    Screens after;
    for (int gate = 0; gate < kGates; ++gate) after.AddInOneState(RunsOf(machine, gate, std::log1p(kTolerance)));
    RecordProperty("passed_at_" + std::to_string(far_fresh), after.counts().first_passed);
    ExpectAtMost(after.counts().first_passed, 0.02);
  }
}

// Where the machine stays as it is, references cost next to nothing.
TEST(OneState, ASlowdownIsFoundWhereTheMachineStaysAsItIs) {
  Machine machine;
  machine.far_stored = machine.far_fresh = machine.busy = 0;
  const auto [before, after] = ScreensOf(machine, std::log(1.1));
  RecordProperty("found_before", before.first_failed);
  RecordProperty("found_after", after.first_failed);
  EXPECT_GT(after.first_failed, kGates * 9 / 10);
  EXPECT_GT(after.first_failed, before.first_failed - kGates / 50);
}

// A state that no stored run has met: before, nearly all gates failed. Now nothing fails or passes, with that reason.
TEST(OneState, IncomparableStatesDecideNothing) {
  Machine machine;
  machine.far_stored = 0;
  machine.far_fresh = 1;
  const auto [before, after] = ScreensOf(machine, 0);
  RecordProperty("failed_before", before.failed);
  EXPECT_GT(before.failed, kGates * 9 / 10);
  EXPECT_EQ(after.failed, 0);
  EXPECT_EQ(after.passed, 0);
  EXPECT_EQ(after.another_state, kAllSeries);
}

}  // namespace
}  // namespace mpigauge
