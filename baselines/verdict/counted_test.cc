#include "baselines/compare/counted.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "baselines/verdict/decide.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const std::string kAllreduce = "allreduce/bytes:8/ranks:2";

// Launches whose one series has the given counters, and hardly varies.
Side MakeSide(const std::string& label, const std::string& counter, const std::vector<double>& values) {
  Side side{label, {}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double median = 1e-6 + 1e-9 * static_cast<double>(i);
    side.launches.push_back(ExampleLaunch(label, static_cast<int>(i), {{kAllreduce, median}}));
    side.launches.back().series[0].passes[0].counters[counter] = values[i];
  }
  return side;
}

std::vector<CountedDifference> Differences(const std::string& counter, const std::vector<double>& before,
                                           const std::vector<double>& after) {
  return CountedDifferences(MakeSide("old", counter, before).launches, MakeSide("new", counter, after).launches);
}

TEST(Counted, CountsEqualInAllLaunchesOfASideAreExact) {
  const auto differences = Differences("resident_bytes", {1234, 1234, 1234}, {2345, 2345, 2345});
  ASSERT_THAT(differences, SizeIs(1));
  EXPECT_TRUE(differences[0].exact);
  EXPECT_EQ(CountedText(differences[0]), kAllreduce + " resident_bytes 1234 -> 2345 (+90.0%)");
}

TEST(Counted, EqualFiguresAndTimesAreNotListed) {
  EXPECT_THAT(Differences("resident_bytes", {7, 7}, {7, 7}), IsEmpty());
  EXPECT_THAT(Differences("pure_seconds", {7, 7}, {8, 8}), IsEmpty());
  EXPECT_THAT(Differences("overlap_percent", {7, 7}, {8, 8}), IsEmpty());
}

TEST(Counted, OneThatVariesIsARangeAndClearOnlyWhereNothingIsCommon) {
  const auto apart = Differences("resident_bytes", {10, 12}, {13, 13});
  ASSERT_THAT(apart, SizeIs(1));
  EXPECT_FALSE(apart[0].exact);
  EXPECT_TRUE(IsClear(apart[0]));
  EXPECT_EQ(CountedText(apart[0]), kAllreduce + " resident_bytes 10..12 -> 13, varies between launches");
  EXPECT_FALSE(IsClear(Differences("resident_bytes", {10, 12}, {12, 13})[0]));
}

TEST(Counted, BytesAreWorkOnlyWhereTheyAreSentOrReceived) {
  for (const char* work : {"sent_messages", "received_bytes", "sent_bytes", "pml_calls"})
    EXPECT_TRUE(IsWork(work)) << work;
  for (const char* none : {"resident_bytes", "sent_seconds", "overlap_percent"}) EXPECT_FALSE(IsWork(none)) << none;
}

TEST(Counted, FewerThanTheLeastIsClearToo) {
  EXPECT_TRUE(IsClear(Differences("resident_bytes", {10, 12}, {8, 9})[0]));
  EXPECT_FALSE(IsClear(Differences("resident_bytes", {10, 12}, {8, 10})[0]));
}

// From nothing there is no share.
TEST(Counted, ChangeFromZeroHasNoPercent) {
  EXPECT_EQ(CountedText(Differences("sent_messages", {0, 0}, {3, 3})[0]), kAllreduce + " sent_messages 0 -> 3");
}

TEST(Counted, ExactDifferencesComeFirst) {
  Side before = MakeSide("old", "a_calls", {1, 2});
  Side after = MakeSide("new", "a_calls", {5, 6});
  for (Side* side : {&before, &after}) {
    for (LaunchRecord& launch : side->launches)
      launch.series[0].passes[0].counters["b_calls"] = side == &before ? 1 : 2;
  }
  const auto differences = CountedDifferences(before.launches, after.launches);
  ASSERT_THAT(differences, SizeIs(2));
  EXPECT_EQ(differences[0].counter, "b_calls");
  EXPECT_EQ(differences[1].counter, "a_calls");
}

TEST(Counted, OneLaunchASideAgreesWithNobody) { EXPECT_FALSE(Differences("sent_messages", {10}, {20})[0].exact); }

TEST(Counted, AChangedCaseIsAnotherFigure) {
  Side after = MakeSide("new", "sent_messages", {20, 20});
  for (LaunchRecord& launch : after.launches) launch.series[0].case_version = 2;
  EXPECT_THAT(CountedDifferences(MakeSide("old", "sent_messages", {10, 10}).launches, after.launches), IsEmpty());
}

Comparison Compared(const std::string& counter, double before, double after) {
  return CompareAndDecide(MakeSide("old", counter, std::vector<double>(8, before)),
                          MakeSide("new", counter, std::vector<double>(8, after)), {});
}

TEST(Counted, MoreWorkThanToleratedFailsHoweverFast) {
  const Comparison more = Compared("sent_messages", 100, 110);
  EXPECT_EQ(more.verdict, Verdict::kFail);
  EXPECT_THAT(more.series[0].reason, HasSubstr("counted sent_messages 100 -> 110, tolerance 5%"));
  EXPECT_EQ(Compared("sent_messages", 0, 1).verdict, Verdict::kFail);
  EXPECT_EQ(Compared("sent_bytes", 100, 106).verdict, Verdict::kFail);
}

TEST(Counted, LittleMoreWorkLessWorkAndMemoryAreToldOnly) {
  for (const auto& [counter, before, after] :
       {std::tuple("sent_messages", 100.0, 104.0), std::tuple("sent_messages", 100.0, 50.0),
        std::tuple("resident_bytes", 100.0, 500.0)}) {
    const Comparison comparison = Compared(counter, before, after);
    EXPECT_EQ(comparison.verdict, Verdict::kPass) << counter;
    EXPECT_THAT(comparison.counted_differences, SizeIs(1)) << counter;
  }
}

}  // namespace
}  // namespace mpigauge
