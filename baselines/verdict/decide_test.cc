#include "baselines/verdict/decide.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/error.h"
#include "baselines/compare/comparability.h"
#include "baselines/compare/comparison_json.h"
#include "baselines/verdict/compared_sides.h"
#include "baselines/verdict/losses.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

TEST(Compare, NamesTheSlowSeriesAndNoOther) {
  std::mt19937 random(1);
  const Side before = MakeSide("old", 10, 0.02, random, {{kAllreduce, 1}, {kBcast, 1}, {kSpin, 1}});
  const Side after = MakeSide("new", 10, 0.02, random, {{kAllreduce, 1.2}, {kBcast, 1}, {kSpin, 1}});
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kFail);
  ASSERT_THAT(comparison.series, SizeIs(2));
  EXPECT_EQ(comparison.series[0].name, kAllreduce);  // what got slower first
  EXPECT_EQ(comparison.series[0].verdict, Verdict::kFail);
  EXPECT_NEAR(comparison.series[0].ratio, 1.2, 0.03);
  EXPECT_LT(comparison.series[0].low, 1.2);
  EXPECT_GT(comparison.series[0].high, 1.2);
  EXPECT_EQ(comparison.series[1].verdict, Verdict::kPass);
  EXPECT_THAT(comparison.controls, SizeIs(1));
  EXPECT_THAT(comparison.notes, IsEmpty());
}

TEST(Compare, AMovedControlIsSaid) {
  std::mt19937 random(2);
  const Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kSpin, 1}});
  const Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1.1}, {kSpin, 1.1}});
  EXPECT_THAT(CompareAndDecide(before, after, {}).notes,
              testing::Contains(HasSubstr("the control spin/operations:1000 moved by +")));
}

// Neither what checks the harness itself nor times across clocks that were apart say anything of the library.
TEST(Compare, SelfTestsAndInvalidTimesDoNotCount) {
  std::mt19937 random(7);
  const std::string kWait = "wait_pattern_up/ranks:2";
  Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kWait, 1}});
  Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 2}, {kWait, 2}});
  for (Side* side : {&before, &after}) {
    for (auto& launch : side->launches) launch.series[1].family = "self-test";
  }
  for (auto& launch : after.launches) launch.series[0].fault = Fault{FaultKind::kClocksApart, 1, "by 1 us"};
  const Comparison comparison = CompareAndDecide(before, after, {});
  ASSERT_THAT(comparison.series, testing::SizeIs(1));
  EXPECT_EQ(comparison.series[0].broken, Broken::kNotMeasured);
  EXPECT_THAT(comparison.series[0].reason, HasSubstr("clocks-apart: by 1 us"));
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
}

TEST(Compare, SeriesThatCannotBeComparedAreListedWithTheReason) {
  std::mt19937 random(4);
  Side before = MakeSide("old", 4, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}, {"reduce", 1}});
  Side after = MakeSide("new", 4, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}, {"scan", 1}});
  for (auto& launch : after.launches) {
    launch.series[0].case_version = 2;
    launch.series[1].method.synchronizer = "barrier";
    launch.settings["filter"] = "scan";
  }
  for (auto& launch : before.launches) launch.settings["filter"] = "reduce";
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_THAT(comparison.not_compared,
              ElementsAre(HasSubstr(kAllreduce + ": the case changed (version 1 and 2)"),
                          HasSubstr(kBcast + ": measured in another way"), HasSubstr("scan: only in the candidate"),
                          HasSubstr("reduce: only in the baseline")));
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
}

// A baseline of several runs, from before and after a benchmark was changed: the candidate's version counts.
TEST(Compare, BaselineLaunchesOfTheCandidatesCaseVersionCount) {
  std::mt19937 random(9);
  for (const bool new_first : {false, true}) {
    Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 2}});
    Side fresh = MakeSide("fresh", 10, 0.01, random, {{kAllreduce, 1}});
    for (auto& launch : fresh.launches) launch.series[0].case_version = 2;
    before.launches.insert(new_first ? before.launches.begin() : before.launches.end(), fresh.launches.begin(),
                           fresh.launches.end());
    Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}});
    for (auto& launch : after.launches) launch.series[0].case_version = 2;
    const Comparison comparison = CompareAndDecide(before, after, {});
    EXPECT_EQ(comparison.verdict, Verdict::kPass);
    EXPECT_THAT(comparison.series.at(0).baseline_seconds, SizeIs(10));
    EXPECT_THAT(comparison.not_compared, IsEmpty());
  }
}

TEST(Compare, BaselineLaunchesOfTheCandidatesEnvironmentCount) {
  std::mt19937 random(10);
  Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}});
  Side big = MakeSide("big", 5, 0.01, random, {{kAllreduce, 2}});
  for (auto& launch : big.launches) launch.environment.key["ranks"] = "4";
  before.launches.insert(before.launches.begin(), big.launches.begin(), big.launches.end());
  Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}});
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kPass);
  EXPECT_THAT(comparison.series.at(0).baseline_seconds, SizeIs(10));
  EXPECT_THAT(comparison.notes, Contains("10 of the baseline's 15 launches are of the candidate's environment"));
  CompareSettings allowing;
  allowing.allowed_fields = {"ranks"};
  EXPECT_THAT(CompareAndDecide(before, after, allowing).series.at(0).baseline_seconds, SizeIs(10));
  for (auto& launch : after.launches) launch.environment.key["ranks"] = "8";
  EXPECT_THAT(CompareAndDecide(before, after, allowing).series.at(0).baseline_seconds, SizeIs(15));
  EXPECT_THROW(CompareAndDecide(before, after, {}), NotComparableError);
}

TEST(Compare, OneRunDoesNotKnowHowMuchRunsDiffer) {
  std::mt19937 random(11);
  const auto at = [&](const std::string& run, const std::string& day) {
    Side side = MakeSide(run, 5, 0.01, random, {{kAllreduce, 1}});
    for (auto& launch : side.launches) launch.started_at.replace(0, 10, day);
    return side;
  };
  Side before = at("old", "2026-11-19");
  const Side after = at("new", "2026-11-20");
  const auto one_run = Contains(HasSubstr("the baseline is one run, so it is not known how much runs differ"));
  EXPECT_THAT(CompareAndDecide(before, after, {}).notes, one_run);
  EXPECT_THAT(CompareAndDecide(at("old", "2026-11-20"), after, {}).notes, Not(one_run));  // interleaved
  const Side older = at("older", "2026-11-18");
  before.launches.insert(before.launches.end(), older.launches.begin(), older.launches.end());
  EXPECT_THAT(CompareAndDecide(before, after, {}).notes, Not(one_run));
}

// By hand: run means ln 1 and ln 1.1, no difference within a run.
TEST(Compare, SeveralRunsSayHowMuchTheyDiffer) {
  std::mt19937 random(12);
  Side before = MakeSide("one", 5, 0, random, {{kAllreduce, 1}});
  const Side more = MakeSide("two", 5, 0, random, {{kAllreduce, 1.1}});
  before.launches.insert(before.launches.end(), more.launches.begin(), more.launches.end());
  Side after = MakeSide("new", 5, 0, random, {{kAllreduce, 1}});
  for (auto& launch : after.launches) launch.started_at.replace(0, 10, "2026-11-21");
  EXPECT_THAT(CompareAndDecide(before, after, {}).notes,
              Contains(HasSubstr("the baseline's 2 runs differ by 6.7%, the launches of one run by 0.0% (")));
}

TEST(Compare, ThreeLaunchesASideSayWhichLevelTheyHave) {
  std::mt19937 random(5);
  const Comparison comparison = CompareAndDecide(MakeSide("old", 3, 0.01, random, {{kAllreduce, 1}}),
                                                 MakeSide("new", 3, 0.01, random, {{kAllreduce, 1}}), {});
  EXPECT_NEAR(comparison.series[0].level, 0.9, 1e-9);
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
  EXPECT_THAT(comparison.series[0].reason, HasSubstr("allow an interval of 90.0%"));
}

TEST(Compare, AnEmptySideIsAMistake) {
  std::mt19937 random(6);
  const Side side = MakeSide("old", 3, 0.01, random, {{kAllreduce, 1}});
  EXPECT_THROW(CompareAndDecide(side, Side{"new", {}}, {}), Error);
}

TEST(Compare, JsonComesBackAsItWas) {
  std::mt19937 random(7);
  Side after = MakeSide("new", 10, 0.02, random, {{kAllreduce, 1.2}, {kBcast, 1}});
  for (auto& launch : after.launches) launch.series[1].fault = Fault{FaultKind::kWrongData, 0, "x"};
  const Comparison comparison =
      CompareAndDecide(MakeSide("old", 10, 0.02, random, {{kAllreduce, 1}, {kBcast, 1}}), after, {});
  const Json json = ToJson(comparison);
  EXPECT_EQ(json.at("control_movement").at("controls"), 0);
  EXPECT_EQ(ToJson(ComparisonFromJson(ParseJson(JsonText(json), "x"), "x")), json);
}

// Tails have a tenth of alpha. Launches have what the caller says, or what missing times need, whichever is more.
TEST(Decide, MediansHaveOfAlphaWhatTailsAndLaunchesLeave) {
  const auto decided = [](double p, double spent_elsewhere, bool misses_times) {
    Comparison measured;
    measured.alpha = 0.05;
    measured.series.resize(2);
    SeriesComparison& slower = measured.series[0];
    slower.name = "slower";
    slower.ratio = slower.low = slower.high = 1.2;
    slower.level = 0.96;
    slower.tolerance = 0.05;
    slower.p_adjusted = p;
    SeriesComparison& lacking = measured.series[1];
    lacking.name = "lacking";
    if (misses_times) lacking.missing = {{0, 1, 2, 3}, {4, 5, 6, 7, 8}, 20, 20, "no time"};
    return Find(Decide(measured, spent_elsewhere), "slower").verdict;
  };
  EXPECT_EQ(decided(0.0449, 0, false), Verdict::kFail);
  EXPECT_EQ(decided(0.0451, 0, false), Verdict::kInconclusive);
  for (const auto& [spent, misses_times] : {std::pair(kLossShare, false), {0.0, true}, {kLossShare, true}}) {
    EXPECT_EQ(decided(0.0399, spent, misses_times), Verdict::kFail);
    EXPECT_EQ(decided(0.0401, spent, misses_times), Verdict::kInconclusive);
  }
}

// The medians of all launches are the same; the fastest observations are 30% slower, and the slowest are twice as slow.
TEST(Compare, FloorsAndTailsAreComparedBesideMedians) {
  std::mt19937 random(13);
  const auto spread = [&](const std::string& label, double floor, double tail) {
    Side side = MakeSide(label, 10, 0.001, random, {{kAllreduce, 1}, {kBcast, 1}});
    for (LaunchRecord& launch : side.launches) {
      for (SeriesRecord& series : launch.series) {
        const double median = series.summary.median;
        const bool changed = series.name == kBcast;
        for (Pass& pass : series.passes) {
          pass.observations_seconds.assign(100, median);
          for (std::size_t i = 0; i < 5; ++i) {
            pass.observations_seconds[i] = median * 0.5 * (changed ? floor : 1);
            pass.observations_seconds[95 + i] = median * 2 * (changed ? tail : 1);
          }
          pass.local_seconds = pass.observations_seconds;
        }
        Summarize(series);
      }
    }
    return side;
  };
  const Comparison comparison = CompareAndDecide(spread("old", 1, 1), spread("new", 1.3, 2), {});
  const SeriesComparison& changed = Find(comparison, kBcast);
  EXPECT_NEAR(changed.ratio, 1, 0.01);
  EXPECT_NEAR(changed.floor.ratio, 1.3, 0.01);
  EXPECT_NEAR(changed.tail.ratio, 2, 0.02);
  EXPECT_LT(changed.floor.p_adjusted, 1e-4);
  EXPECT_LT(changed.tail.p_adjusted, 1e-4);
  const SeriesComparison& same = Find(comparison, kAllreduce);
  EXPECT_NEAR(same.floor.ratio, 1, 0.01);
  EXPECT_GT(same.floor.p_adjusted, 0.05);
}

// The alpha of 5% leaves 0.5% for tails.
TEST(Decide, TailsHaveATenthOfAlphaAndTheMachineMayBeTheirCause) {
  const auto with_tail = [](double p) {
    SeriesComparison series;
    series.low = 0.98;
    series.high = 1.02;
    series.level = 0.96;
    series.tolerance = 0.05;
    series.stretched = {true, 1e-6, 0.001, 0.3, 0.001, p, p};
    return series;
  };
  for (const double p : {0.0049, 0.0051}) {
    Comparison measured;
    measured.alpha = 0.05;
    measured.series = {with_tail(p)};
    const bool worse = p < 0.005;
    EXPECT_EQ(Decide(measured).verdict, worse ? Verdict::kFail : Verdict::kPass);
    measured.controls = {with_tail(0.04)};
    EXPECT_EQ(Decide(measured).verdict, worse ? Verdict::kInconclusive : Verdict::kPass);
    measured.controls = {with_tail(0.06)};
    EXPECT_EQ(Decide(measured).verdict, worse ? Verdict::kFail : Verdict::kPass);
  }
}

// The stated error rate: with equal libraries and 50 series, at most 5% of gates fail (400 gates, fixed seed;
// 5% + 3 standard errors is 33). A 20% slowdown of one series is found each time and no other is named.
TEST(Compare, ErrorRatesAreKeptOverASuite) {
  std::mt19937 random(8);
  std::map<std::string, double> suite;
  for (int i = 0; i < 50; ++i) suite["c" + std::to_string(i)] = 1;
  std::map<std::string, double> slowed = suite;
  slowed["c7"] = 1.2;
  int false_fails = 0;
  int found = 0;
  int others = 0;
  for (int i = 0; i < 400; ++i) {
    const Side before = MakeSide("old", 10, 0.04, random, suite);
    false_fails += CompareAndDecide(before, MakeSide("new", 10, 0.04, random, suite), {}).verdict == Verdict::kFail;
    if (i % 10 != 0) continue;
    const Comparison comparison = CompareAndDecide(before, MakeSide("new", 10, 0.04, random, slowed), {});
    found += Find(comparison, "c7").verdict == Verdict::kFail;
    others += static_cast<int>(comparison.Count(Verdict::kFail)) - 1;
  }
  EXPECT_LE(false_fails, 33);
  EXPECT_EQ(found, 40);
  EXPECT_LE(others, 6);
}

// The smallest p of 4 and 4 launches is 1 / 70; of three such series Holm makes 3 / 70 = 0.0429. Medians have 0.045 of
// alpha where no launch was lost, and 0.04 where one was, of whichever side.
TEST(CompareAndDecide, LostLaunchesTakeTheirPartOfAlphaWhereThereAreAny) {
  for (const auto& [before_lost, after_lost] : {std::pair(0, 0), {1, 0}, {0, 1}}) {
    std::mt19937 random(4);
    Side before = MakeSide("old", 4, 0.001, random, {{"a", 1}, {"b", 1}, {"c", 1}});
    Side after = MakeSide("new", 4, 0.001, random, {{"a", 2}, {"b", 2}, {"c", 2}});
    for (Side* side : {&before, &after}) {
      side->lost.resize(static_cast<std::size_t>(side == &before ? before_lost : after_lost), side->launches[0]);
      for (LaunchRecord& launch : side->lost) launch.status = LaunchStatus::kCrashed;
    }
    const Comparison comparison = CompareAndDecide(before, after, {});
    EXPECT_NEAR(comparison.series[0].p_adjusted, 3 / 70.0, 1e-9);
    EXPECT_EQ(comparison.Count(Verdict::kFail), before_lost + after_lost == 0 ? 3U : 0U);
    for (const auto& [who, lost] : {std::pair("baseline", before_lost), {"candidate", after_lost}}) {
      const auto note =
          Contains(std::string("1 of 5 launches of the ") + who + " did not finish, and their times do not count");
      if (lost > 0) {
        EXPECT_THAT(comparison.notes, note);
      } else {
        EXPECT_THAT(comparison.notes, Not(note));
      }
    }
  }
}

}  // namespace
}  // namespace mpigauge
