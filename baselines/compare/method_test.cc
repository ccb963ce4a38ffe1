#include "baselines/compare/method.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// C(8, 4) = 70, C(10, 5) = 252, C(12, 6) = 924, C(14, 7) = 3432, C(20, 10) = 184756.
TEST(LaunchesForRankSum, EqualsTheBinomialCoefficients) {
  EXPECT_EQ(LaunchesForRankSum(0.05), 3u);  // 1 / 20
  EXPECT_EQ(LaunchesForRankSum(0.05 / 3), 4u);
  EXPECT_EQ(LaunchesForRankSum(1.0 / 924), 6u);
  EXPECT_EQ(LaunchesForRankSum(0.001), 7u);
  EXPECT_EQ(LaunchesForRankSum(1e-5), 10u);
}

TEST(NoteReach, SaysHowManyLaunchesAreNeeded) {
  Comparison comparison;
  comparison.alpha = 0.05;
  comparison.series.resize(50);
  for (SeriesComparison& series : comparison.series) series.detectable_ratio = 1.2;
  std::vector<std::string> notes;
  NoteReach(comparison, RankSum(), notes);
  EXPECT_THAT(notes, IsEmpty());
  comparison.series[7].detectable_ratio = std::numeric_limits<double>::infinity();
  NoteReach(comparison, RankSum(), notes);
  EXPECT_THAT(notes, ElementsAre(HasSubstr("1 of 50 series cannot fail")));
  EXPECT_THAT(notes, ElementsAre(HasSubstr("7 launches of each side are needed")));
}

}  // namespace
}  // namespace mpigauge
