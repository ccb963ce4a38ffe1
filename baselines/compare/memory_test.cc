#include "baselines/compare/memory.h"

#include <gtest/gtest.h>

#include "record/process_figures.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

// Six launches of a run, of which a rank has `bytes` and up to 60 KB more.
Side WithPeaks(const std::string& run, std::int64_t bytes, const std::string& series = "bcast/bytes:8/ranks:2") {
  Side side{run, {}};
  for (int i = 0; i < 6; ++i) {
    side.launches.push_back(ExampleLaunch(run, i, {{series, 1e-6}}));
    SetPeakMemory(bytes + 10'000 * i, side.launches.back());
  }
  return side;
}

TEST(CompareMemory, GrowthBeyondTheToleranceIsSignificantInSixLaunches) {
  const MemoryFigure memory = CompareMemory(WithPeaks("old", 100'000'000), WithPeaks("new", 600'000'000));
  EXPECT_TRUE(memory.known);
  EXPECT_EQ(memory.baseline_bytes, 100'025'000);
  EXPECT_EQ(memory.candidate_bytes, 600'025'000);
  EXPECT_EQ(memory.most_of_runs, 100'025'000);
  EXPECT_NEAR(memory.p, 1 / 924.0, 1e-9);
}

TEST(CompareMemory, GrowthWithinATenthOrTwoHugePagesIsNone) {
  EXPECT_EQ(CompareMemory(WithPeaks("old", 1'000'000'000), WithPeaks("new", 1'090'000'000)).p, 1);
  EXPECT_LT(CompareMemory(WithPeaks("old", 1'000'000'000), WithPeaks("new", 1'110'000'000)).p, 0.002);
  EXPECT_EQ(CompareMemory(WithPeaks("old", 20'000'000), WithPeaks("new", 24'000'000)).p, 1);
  EXPECT_LT(CompareMemory(WithPeaks("old", 20'000'000), WithPeaks("new", 24'400'000)).p, 0.002);
  EXPECT_EQ(CompareMemory(WithPeaks("old", 600'000'000), WithPeaks("new", 100'000'000)).p, 1);
}

TEST(CompareMemory, LaunchesOfOtherSeriesDoNotCount) {
  Side baseline = WithPeaks("old", 100'000'000);
  const Side of_one_series = WithPeaks("old", 10'000'000, "reduce/bytes:8/ranks:2");
  baseline.launches.insert(baseline.launches.end(), of_one_series.launches.begin(), of_one_series.launches.end());
  EXPECT_EQ(CompareMemory(baseline, WithPeaks("new", 100'000'000)).baseline_bytes, 100'025'000);
  EXPECT_FALSE(CompareMemory(of_one_series, WithPeaks("new", 100'000'000)).known);
}

TEST(CompareMemory, TheLargestRunOfTheBaselineIsKept) {
  Side baseline = WithPeaks("first", 100'000'000);
  const Side second = WithPeaks("second", 300'000'000);
  baseline.launches.insert(baseline.launches.end(), second.launches.begin(), second.launches.end());
  EXPECT_EQ(CompareMemory(baseline, WithPeaks("new", 310'000'000)).most_of_runs, 300'025'000);
}

TEST(CompareMemory, RecordsWithoutItLeaveItUnknown) {
  Side silent = WithPeaks("old", 0);
  for (LaunchRecord& launch : silent.launches) SetPeakMemory(0, launch);  // the kernel did not tell
  EXPECT_FALSE(CompareMemory(silent, WithPeaks("new", 100'000'000)).known);
  for (LaunchRecord& launch : silent.launches) launch.settings.erase("peak_resident_bytes");
  EXPECT_FALSE(CompareMemory(silent, WithPeaks("new", 100'000'000)).known);
  EXPECT_FALSE(CompareMemory(WithPeaks("old", 100'000'000), {"new", {}}).known);
}

}  // namespace
}  // namespace mpigauge
