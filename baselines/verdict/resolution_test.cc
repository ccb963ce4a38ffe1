// If a timer cannot tell two times apart, no verdict does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "baselines/compare/blocks.h"
#include "baselines/compare/comparison_json.h"
#include "baselines/verdict/compared_sides.h"
#include "baselines/verdict/decide.h"
#include "baselines/verdict/settled_opinions.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kReduce = "reduce/bytes:8/ranks:1";
constexpr double kTick = 10e-9;

// As a timer with this tick shows an operation that takes this many nanoseconds, `operations` at a time.
struct Shown {
  std::vector<double> medians_ns;  // of each launch
  std::int64_t operations = 1;
  double tick = kTick;
};

Shown Alike(double ns, std::int64_t operations = 1, double tick = kTick) {
  return {std::vector<double>(10, ns), operations, tick};
}

// All readings of a launch are one.
void ShowAlways(double seconds, SeriesRecord& series) {
  for (Pass& pass : series.passes) pass.observations_seconds.assign(pass.observations_seconds.size(), seconds);
  Summarize(series);
}

Side Launches(const std::string& label, const Shown& shown) {
  Side side{label, {}};
  for (std::size_t i = 0; i < shown.medians_ns.size(); ++i) {
    side.launches.push_back(ExampleLaunch(label, static_cast<int>(i), {{kReduce, shown.medians_ns[i] * 1e-9}}));
    SeriesRecord& series = side.launches.back().series[0];
    series.tick_seconds = shown.tick;
    for (Pass& pass : series.passes) pass.operations = shown.operations;
    ShowAlways(shown.medians_ns[i] * 1e-9, series);
  }
  return side;
}

Comparison Compared(const Shown& before, const Shown& after, const CompareSettings& settings = {}) {
  return CompareAndDecide(Launches("old", before), Launches("new", after), settings);
}

// By a timer that counts tens of nanoseconds 30 ns and 40 ns may be the same time. The interval contains it, nothing is
// said to be found that is no larger, and a note says why nobody knows.
TEST(Resolution, ADifferenceOfOneTickIsNoFail) {
  const Comparison comparison = Compared(Alike(30), Alike(40));
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
  const SeriesComparison& series = comparison.series[0];
  EXPECT_NEAR(series.low, 1, 1e-9);
  EXPECT_NEAR(series.high, 16 / 9.0, 1e-9);
  EXPECT_GE(series.detectable_ratio, 4 / 3.0);
  EXPECT_DOUBLE_EQ(series.resolution_seconds, kTick);
  EXPECT_THAT(series.reason, HasSubstr("tells times of 30.0 ns apart by 10.0 ns"));
  EXPECT_THAT(comparison.notes, Contains(HasSubstr("the timer is too coarse to decide " + kReduce + ": ")));
  EXPECT_DOUBLE_EQ(ComparisonFromJson(ToJson(comparison), "text").series[0].resolution_seconds, kTick);
}

TEST(Resolution, NorIsItAnImprovement) {
  const Comparison comparison = Compared(Alike(40), Alike(30));
  EXPECT_NE(comparison.verdict, Verdict::kFail);
  EXPECT_FALSE(comparison.series[0].improved);
  EXPECT_GE(comparison.series[0].high, 1);
}

TEST(Resolution, NoMethodFailsIt) {
  for (const CompareMethod& method : {RankSum(), WithinCircles()}) {
    CompareSettings settings;
    settings.method = method;
    const Comparison comparison = Compared(Alike(30), Alike(40), settings);
    EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
    EXPECT_FALSE(comparison.series[0].low > 1 + 1e-9);
  }
}

// Two ticks are more than one: times of 30 ns and 60 ns differ, and equal ones do not prove to be equal.
TEST(Resolution, MoreThanATickCounts) {
  EXPECT_EQ(Compared(Alike(30), Alike(60)).verdict, Verdict::kFail);
  EXPECT_EQ(Compared(Alike(30), Alike(30)).verdict, Verdict::kInconclusive);
  CompareSettings tolerant;
  tolerant.tolerance = Tolerance::Parse({"100%"});
  EXPECT_EQ(Compared(Alike(30), Alike(40), tolerant).verdict, Verdict::kPass);
}

// Where noise spreads the observations over many ticks, they say more than a tick each: a launch whose operation takes
// 3% longer has its readings in the same ticks, but in other shares. All readings are whole ticks here.
TEST(Resolution, NoiseOfManyTicksShowsWhatATickHides) {
  const auto noisy = [](const std::string& label, double factor) {
    Side side = Launches(label, Alike(300));
    for (std::size_t i = 0; i < side.launches.size(); ++i) {
      SeriesRecord& series = side.launches[i].series[0];
      for (Pass& pass : series.passes) {
        pass.observations_seconds.clear();
        for (int j = 0; j < 400; ++j) {
          const double time = factor * (300e-9 + 80e-9 * (j / 399.0 - 0.5)) * (1 + 0.002 * static_cast<double>(i));
          pass.observations_seconds.push_back(kTick * std::round(time / kTick));
        }
        pass.local_seconds = pass.observations_seconds;
      }
      Summarize(series);
    }
    return side;
  };
  const Comparison equal = CompareAndDecide(noisy("old", 1), noisy("new", 1), {});
  EXPECT_EQ(equal.verdict, Verdict::kPass);
  EXPECT_LT(equal.series[0].resolution_seconds, kTick / 4);
  EXPECT_EQ(CompareAndDecide(noisy("old", 1), noisy("new", 1.15), {}).verdict, Verdict::kFail);
}

// In loops a tick is shared by all operations.
TEST(Resolution, LoopsResolveWhatOneOperationDoesNot) {
  EXPECT_EQ(Compared(Alike(30, 2048), Alike(40, 2048)).verdict, Verdict::kFail);
  const Comparison equal = Compared(Alike(30, 2048), Alike(30, 2048));
  EXPECT_EQ(equal.verdict, Verdict::kPass);
  EXPECT_THAT(equal.notes, IsEmpty());
  EXPECT_LT(equal.series[0].low, 1);
  EXPECT_GT(equal.series[0].high, 1);
  EXPECT_LT(equal.series[0].high, 1.0002);
}

// One side's loops are enough to know that side, and not the difference.
TEST(Resolution, TheCoarserSideCounts) {
  EXPECT_EQ(Compared(Alike(30, 2048), Alike(40)).verdict, Verdict::kInconclusive);
  EXPECT_EQ(Compared(Alike(30), Alike(40, 2048)).verdict, Verdict::kInconclusive);
}

// Where the tick is not known, timers count whole nanoseconds: no interval is without width.
TEST(Resolution, NoIntervalIsWithoutWidth) {
  const Comparison comparison = Compared(Alike(1000, 1, 0), Alike(1000, 1, 0));
  EXPECT_EQ(comparison.verdict, Verdict::kPass);
  EXPECT_NEAR(comparison.series[0].high, 1.001, 1e-9);
  EXPECT_NEAR(comparison.series[0].low, 1 / 1.001, 1e-9);
  EXPECT_GE(comparison.series[0].floor.high, 1.001);
  EXPECT_GE(comparison.series[0].detectable_ratio, 1.001 - 1e-12);
}

// Launches that vary by more than a tick show what lies between: their interval is as wide as ever.
TEST(Resolution, AWiderIntervalStaysAsItIs) {
  Shown before{{970, 980, 990, 1000, 1010, 1020, 1030, 1040, 1050, 1060}};
  Shown after = before;
  for (double& median : after.medians_ns) median *= 1.2;
  const SeriesComparison coarse = Compared(before, after).series[0];
  before.tick = after.tick = 1e-12;
  const SeriesComparison fine = Compared(before, after).series[0];
  EXPECT_EQ(coarse.low, fine.low);
  EXPECT_EQ(coarse.high, fine.high);
  EXPECT_EQ(coarse.verdict, Verdict::kFail);
}

// A side whose operations are found to be too short for its timer is measured in another way: nobody knows what the
// difference is made of.
TEST(Resolution, OneOperationAtATimeIsNotComparedWithSeveral) {
  const Side before = Launches("old", Alike(190));
  Side after = Launches("new", Alike(300));
  for (LaunchRecord& launch : after.launches) launch.series[0].method.mode = "calls";
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
  ASSERT_EQ(comparison.series.size(), 1u);
  EXPECT_THAT(comparison.series[0].reason, HasSubstr("the baseline was measured one operation at a time and the "
                                                     "candidate several operations at a time"));
}

// A launch whose first call of the operation ends in an error never learns that loops are needed. It is one of the same
// series all the same, whichever launch it is.
TEST(Resolution, AnErrorBeforeTheLoopsAreFoundIsOneOfTheSeries) {
  for (const std::size_t at : {0u, 3u}) {
    const Side before = Launches("old", Alike(30, 2048));
    Side after = Launches("new", Alike(30, 2048));
    Side both[] = {before, after};
    for (Side& side : both) {
      for (LaunchRecord& launch : side.launches) launch.series[0].method.mode = "calls";
    }
    SeriesRecord& broken = both[1].launches[at].series[0];
    broken.method.mode = "call";
    broken.fault = Fault{FaultKind::kError, 0, "MPI_ERR_OTHER"};
    broken.passes.clear();
    Summarize(broken);
    const Comparison comparison = CompareAndDecide(both[0], both[1], {});
    ASSERT_EQ(comparison.series.size(), 1u) << at;
    EXPECT_EQ(comparison.series[0].candidate_seconds.size(), 9u) << at;
    EXPECT_EQ(comparison.verdict, Verdict::kInconclusive) << at;
    EXPECT_THAT(comparison.series[0].reason, HasSubstr("error in 1 of 10 launches")) << at;
  }
}

// The control is a spin that one tick makes 3% longer: the machine did not change.
TEST(Resolution, ATickMovesNoControl) {
  Side sides[2];
  for (const int side : {0, 1}) {
    for (int i = 0; i < 10; ++i) {
      sides[side].launches.push_back(ExampleLaunch("run", i, {{kAllreduce, 1e-6}, {kSpin, side == 0 ? 3e-7 : 3.1e-7}}));
      for (SeriesRecord& series : sides[side].launches.back().series) {
        series.tick_seconds = kTick;
        ShowAlways(series.summary.median, series);
      }
    }
  }
  const ControlMovement movement = CompareAndDecide(sides[0], sides[1], {}).control_movement;
  EXPECT_FALSE(movement.moved);
  EXPECT_LE(movement.low, 1 + 1e-9);
}

// Gates: `count` series of one family, as the two sides show them, side by side up to the last look.
class ResolutionOfGates : public testing::Test {
 protected:
  SuiteDecision Settle(double before_ns, double after_ns, std::size_t count) {
    std::vector<SuiteSeries> suite;
    for (std::size_t i = 0; i < count; ++i) {
      suite.push_back({"s" + std::to_string(i), 0.05, {"family"}, {}, std::log1p(kTick * 1e9 / before_ns)});
    }
    SuiteDecision decision(suite, {});
    for (LaunchRequest request = decision.Next(); !request.series.empty(); request = decision.Next()) {
      const auto launches = [&](double ns) {
        const LaunchLogs one(request.series.size(), std::log(ns));
        return std::vector<LaunchLogs>(static_cast<std::size_t>(request.launches_a_side), one);
      };
      decision.Add(launches(before_ns), launches(after_ns));
    }
    return decision;
  }
};

TEST_F(ResolutionOfGates, OneTickNeitherFailsNorPassesSeriesOrFamilies) {
  for (const double after : {30, 40}) {
    const SuiteDecision decision = Settle(30, after, 3);
    EXPECT_EQ(decision.OutcomeOfMedians(), Decision::kInconclusive) << after;
    for (const Settled& one : decision.Series()) EXPECT_EQ(one.decision, Decision::kInconclusive);
    ASSERT_EQ(decision.Families().size(), 1u);
    EXPECT_EQ(decision.Families()[0].decision, Decision::kInconclusive);
  }
  EXPECT_EQ(Settle(30, 60, 3).OutcomeOfMedians(), Decision::kFail);
  EXPECT_EQ(Settle(1000, 1000, 3).OutcomeOfMedians(), Decision::kPass);  // a tick of 1%, tolerances of 5% and 2.5%
}

TEST_F(ResolutionOfGates, TheReasonIsTheTimer) {
  Comparison comparison = Compared(Alike(30), Alike(40));
  comparison.notes.clear();
  comparison.series[0].name = "s0";
  comparison = DecideAsSettled(Settle(30, 40, 3), comparison);
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
  EXPECT_THAT(comparison.series[0].reason, HasSubstr("tells times of 30.0 ns apart by 10.0 ns"));
  EXPECT_THAT(comparison.families[0].reason, HasSubstr("where a tick of the timer is +33.3%"));
  EXPECT_THAT(comparison.notes, Contains(HasSubstr("the timer is too coarse to decide s0: ")));
}

// Runs that all read 30 ns do not differ at all: what reads 40 ns is infinitely many of their deviations away.
TEST_F(ResolutionOfGates, StoredRunsWithoutSpreadNeitherPassNorFailIt) {
  const std::vector<double> runs(12, std::log(30.0));
  for (const double now : {30.0, 40.0, 60.0}) {
    SuiteDecision decision({{"s", 0.05, {}, runs, std::log1p(1 / 3.0)}}, {});
    decision.Screen({{std::log(now)}});
    EXPECT_FALSE(decision.Series()[0].screen->passed) << now;
    decision.DecideByRuns();
    EXPECT_EQ(decision.OutcomeOfMedians(), now < 50 ? Decision::kInconclusive : Decision::kFail) << now;
  }
}

}  // namespace
}  // namespace mpigauge
