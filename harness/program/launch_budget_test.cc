#include "harness/program/launch_budget.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace mpigauge {
namespace {

void Nothing(State&) {}

constexpr double kLaunch = 1000;                // seconds
constexpr std::int64_t kGiven = 1'000'000'000;  // to each series in the first pass: more than this test takes

// Two series that vary alike; their observations took 1 ms each.
std::vector<Series> TwoSeries(const Case& benchmark_case) {
  std::vector<Series> all(2);
  for (Series& series : all) {
    series.benchmark_case = &benchmark_case;
    series.parameters = {{"ranks", 2}};
    series.record = EmptyRecord(benchmark_case, series.parameters, {"round-time", "tsc", {}, true});
    Pass& pass = series.record.passes.emplace_back();
    for (int i = 0; i < 100; ++i) pass.observations_seconds.push_back(1e-6 + 1e-8 * i);
    pass.wall_seconds = 0.1;
  }
  return all;
}

TEST(LaunchBudget, TheFirstPassHasWhatItIsGiven) {
  Case barrier("barrier", Nothing);
  LaunchBudget budget(kLaunch, 3, 5);
  EXPECT_EQ(budget.Share(TwoSeries(*barrier.Collective()), 0, {7, 9}), (std::vector<std::int64_t>{7, 9}));
}

// Nothing is left over but a twentieth: two passes, two series, a quarter of 950 s each, but for what they had already.
TEST(LaunchBudget, AllTimeIsSharedOutOverThePassesThatAreLeft) {
  Case barrier("barrier", Nothing);
  const std::vector<Series> series = TwoSeries(*barrier.Collective());
  LaunchBudget budget(kLaunch, 3, 5);
  budget.Share(series, 0, {kGiven, kGiven});
  for (const std::int64_t one : budget.Share(series, 1, {kGiven, kGiven})) {
    EXPECT_NEAR(static_cast<double>(one), 237.5e9, 2e9);
  }
  for (const std::int64_t one : budget.Share(series, 2, {kGiven, kGiven})) {
    EXPECT_NEAR(static_cast<double>(one), 475e9, 2e9);
  }
}

TEST(LaunchBudget, AFaultySeriesHasNoPart) {
  Case barrier("barrier", Nothing);
  std::vector<Series> series = TwoSeries(*barrier.Collective());
  series[0].faulty = true;
  LaunchBudget budget(kLaunch, 2, 5);
  budget.Share(series, 0, {kGiven, kGiven});
  const std::vector<std::int64_t> shared = budget.Share(series, 1, {kGiven, kGiven});
  EXPECT_EQ(shared[0], 0);
  EXPECT_NEAR(static_cast<double>(shared[1]), 950e9, 4e9);
}

TEST(LaunchBudget, GivenCountsStayWhereNoPassIsLeft) {
  Case barrier("barrier", Nothing);
  const std::vector<Series> series = TwoSeries(*barrier.Collective());
  LaunchBudget budget(kLaunch, 1, 5);
  budget.Share(series, 0, {1, 2});
  EXPECT_EQ(budget.Share(series, 1, {3, 4}), (std::vector<std::int64_t>{3, 4}));
}

}  // namespace
}  // namespace mpigauge
