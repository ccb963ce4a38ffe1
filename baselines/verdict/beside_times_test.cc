// Tests what a comparison says of data that nobody checked, of first calls and of late starts, whatever the times are.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <utility>

#include "baselines/verdict/compared_sides.h"
#include "baselines/verdict/decide.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// Compares equal sides of which `change` changes one series in each launch of the candidate.
Comparison Changed(const std::function<void(SeriesRecord&)>& change, int launches = 10) {
  std::mt19937 random(3);
  const Side before = MakeSide("old", launches, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  Side after = MakeSide("new", launches, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  for (LaunchRecord& launch : after.launches) change(launch.series[0]);
  return CompareAndDecide(before, after, {});
}

TEST(BesideTimes, NothingIsSaidOfEqualSides) {
  const Comparison comparison = Changed([](SeriesRecord&) {});
  EXPECT_EQ(comparison.verdict, Verdict::kPass);
  for (const char* words : {"checked", "first call", "late"}) {
    EXPECT_THAT(comparison.notes, Not(Contains(HasSubstr(words))));
  }
}

TEST(BesideTimes, DataThatTheCandidateAloneDidNotCheckDoNotPass) {
  const Comparison comparison = Changed([](SeriesRecord& series) { series.verified = false; });
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
  EXPECT_THAT(Find(comparison, kAllreduce).reason, HasSubstr("and in 0 of 10 of the candidate"));
  EXPECT_EQ(Find(comparison, kBcast).verdict, Verdict::kPass);
  EXPECT_THAT(comparison.notes, Contains(HasSubstr("data of 1 series (" + kAllreduce + ") were checked in the base")));
}

TEST(BesideTimes, DataThatNeitherSideCheckedPass) {
  std::mt19937 random(3);
  Side before = MakeSide("old", 10, 0.01, random, {{kBcast, 1}});
  Side after = MakeSide("new", 10, 0.01, random, {{kBcast, 1}});
  for (Side* side : {&before, &after}) {
    for (LaunchRecord& launch : side->launches) launch.series[0].verified = false;
  }
  EXPECT_EQ(CompareAndDecide(before, after, {}).verdict, Verdict::kPass);
  after.launches[0].series[0].verified = true;
  EXPECT_EQ(CompareAndDecide(before, after, {}).verdict, Verdict::kPass);
}

TEST(BesideTimes, AFirstCallThatTakesAThousandTimesAsLongFails) {
  const auto slow = [](SeriesRecord& series) { series.first_call_seconds = 31.9e-3; };
  const Comparison comparison = Changed(slow);
  EXPECT_EQ(Find(comparison, kAllreduce).verdict, Verdict::kFail);
  EXPECT_THAT(Find(comparison, kAllreduce).reason, HasSubstr("the first call in a process takes 31.9 ms, and"));
  EXPECT_EQ(Find(comparison, kBcast).verdict, Verdict::kPass);
  EXPECT_THAT(comparison.notes, Contains(HasSubstr("the first calls of all series take 31.9 ms together")));
  EXPECT_TRUE(Find(Changed(slow, 5), kAllreduce).slow_first_call.empty());
  // Half of the launches may have waited for a processor.
  for (const auto& [slow_ones, verdict] : {std::pair(5, Verdict::kPass), std::pair(9, Verdict::kFail)}) {
    int launch = 0;
    const auto change = [&](SeriesRecord& series) {
      if (launch++ < slow_ones) slow(series);
    };
    EXPECT_EQ(Changed(change).verdict, verdict) << slow_ones;
  }
  EXPECT_EQ(Changed([](SeriesRecord& series) { series.first_call_seconds = 5e-3; }).verdict, Verdict::kPass);
}

TEST(BesideTimes, LateStartsAreTold) {
  const auto late = [](std::int64_t count) { return [count](SeriesRecord& series) { series.passes[0].late = count; }; };
  const Comparison comparison = Changed(late(1000000));
  EXPECT_EQ(comparison.verdict, Verdict::kPass);
  EXPECT_THAT(comparison.notes, Contains(HasSubstr("many observations of 1 series were discarded, since a rank started "
                                                   "late, most of " +
                                                   kAllreduce + ": 25% of the starts in the baseline, 100% in")));
  EXPECT_THAT(Changed(late(2)).notes, Not(Contains(HasSubstr("late"))));
}

}  // namespace
}  // namespace mpigauge
