#include "baselines/verdict/verdict_notes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "baselines/compare/notes.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Passed, and its tail is 35% slower, significantly.
SeriesComparison SlowTail() {
  SeriesComparison series;
  series.name = "series 1";
  series.tolerance = 0.05;
  series.ratio = 1.01;
  series.verdict = Verdict::kPass;
  series.tail = {1.35, 1.3, 1.4, 0.95, 1e-5, 2e-5};
  return series;
}

std::vector<std::string> Notes(const SeriesComparison& series) {
  std::vector<std::string> notes;
  AddNotes({OtherFigureNotes({series}, 0.05), DisagreementNotes({series})}, notes);
  return notes;
}

TEST(VerdictNotes, ATailThatGotSlowerAloneIsNoted) {
  EXPECT_THAT(Notes(SlowTail()), ElementsAre(HasSubstr("series 1: the tail (99th percentile) got slower by +35.0%")));
}

// A series that fails by its tail may be faster by both ways of timing.
TEST(VerdictNotes, TwoWaysOfTimingDisagreeWhereOneSaysSlowerAndTheOtherFaster) {
  SeriesComparison series;
  series.name = "series 1";
  series.verdict = Verdict::kFail;
  series.local_ratio = 0.9;
  for (const auto& [ratio, disagree] : {std::pair(1.1, true), std::pair(0.9, false)}) {
    series.ratio = ratio;
    EXPECT_EQ(!DisagreementNotes({series}).empty(), disagree) << ratio;
  }
}

TEST(VerdictNotes, NothingIsSaidWhereTheMedianFailedOrTheToleranceAllowsItOrChanceDoes) {
  SeriesComparison failed = SlowTail();
  failed.verdict = Verdict::kFail;
  EXPECT_THAT(Notes(failed), IsEmpty());
  SeriesComparison allowed = SlowTail();
  allowed.tail.ratio = 1.04;
  EXPECT_THAT(Notes(allowed), IsEmpty());
  SeriesComparison chance = SlowTail();
  chance.tail.p_adjusted = 0.06;
  EXPECT_THAT(Notes(chance), IsEmpty());
}

TEST(VerdictNotes, AnIntervalThatReachesNoChangeIsNoFinding) {
  SeriesComparison tick = SlowTail();
  tick.tail.low = 1;
  EXPECT_THAT(Notes(tick), IsEmpty());
}

TEST(VerdictNotes, TheFloorIsNamedAsTheTailIs) {
  SeriesComparison series = SlowTail();
  std::swap(series.floor, series.tail);
  EXPECT_THAT(Notes(series), ElementsAre(HasSubstr("series 1: the floor (smallest observation) got slower by +35.0%")));
}

TEST(VerdictNotes, LocalTimesThatSayTheSameAreNoNews) {
  SeriesComparison failed = SlowTail();
  failed.verdict = Verdict::kFail;
  for (const double agrees : {1.0, 1.1, std::nan("")}) {
    failed.local_ratio = agrees;
    EXPECT_THAT(Notes(failed), IsEmpty()) << agrees;
  }
  SeriesComparison passed = SlowTail();
  passed.tail = {};
  passed.local_ratio = 0.9;
  EXPECT_THAT(Notes(passed), IsEmpty());
}

TEST(VerdictNotes, SeriesThatPassedByTheirFloorAreCountedAndThreeAreNamed) {
  std::vector<SeriesComparison> series(6);
  for (std::size_t i = 0; i < series.size(); ++i) {
    series[i].name = std::string(1, static_cast<char>('a' + i));
    series[i].verdict = Verdict::kPass;
    series[i].decided_by = i == 1 ? DecidedBy::kMedian : DecidedBy::kFloor;
  }
  const std::vector<std::string> notes = FloorNotes(series);
  EXPECT_THAT(notes, ElementsAre(HasSubstr("5 series pass by the floor, ")));
  EXPECT_THAT(notes, ElementsAre(HasSubstr(": a, c, d and 2 more; ")));
  EXPECT_THAT(FloorNotes({series[0]}), ElementsAre(HasSubstr("1 series passes by the floor, ")));
  series[0].verdict = Verdict::kFail;
  EXPECT_THAT(FloorNotes({series[0], series[1]}), IsEmpty());
}

TEST(VerdictNotes, AFailThatLocalTimesContradictIsNoted) {
  SeriesComparison failed = SlowTail();
  failed.verdict = Verdict::kFail;
  failed.ratio = 1.2;
  failed.local_ratio = 0.9;
  EXPECT_THAT(Notes(failed), ElementsAre(HasSubstr("global times say +20.0%, local times -10.0%")));
}

TEST(VerdictNotes, AVerdictThatAllLaunchesContradictIsNoted) {
  SeriesComparison far = SlowTail();
  far.verdict = Verdict::kFail;
  far.reason = "+65.7% slower, tolerance 5%, by 10+10 launches";
  far.p_adjusted = 0.015;
  far.ratio = 0.64;
  far.low = 0.61;
  far.high = 1.63;
  const auto noted = [](const SeriesComparison& series) { return ContradictionNotes({series}, 0.05); };
  EXPECT_THAT(noted(far),
              ElementsAre(HasSubstr("series 1 failed by the launches that decided it (+65.7% slower, tolerance 5%, by "
                                    "10+10 launches), and all launches together say -36.0% [-39.0%, +63.0%]: ")));
  far.ratio = 1.01;  // less than at first, and no contradiction
  EXPECT_THAT(noted(far), IsEmpty());
  far.ratio = 0.64;
  far.decided_by = DecidedBy::kTail;
  EXPECT_THAT(noted(far), IsEmpty());
  far.decided_by = DecidedBy::kMedian;
  far.p_adjusted = 0.06;  // it failed by what was counted
  EXPECT_THAT(noted(far), IsEmpty());

  SeriesComparison near = SlowTail();
  near.ratio = 1.4;
  near.low = 1.051;
  near.high = 1.5;
  EXPECT_THAT(noted(near), ElementsAre(HasSubstr("series 1 passed by the launches that decided it, and all launches "
                                                 "together say +40.0% [+5.1%, +50.0%]: ")));
  near.low = 1.049;
  EXPECT_THAT(noted(near), IsEmpty());
}

TEST(VerdictNotes, TheStateOfTheMachineIsToldWhereItIsKnown) {
  std::vector<SeriesComparison> series(3);
  EXPECT_THAT(SameStateNotes(series), IsEmpty());
  series[0].same_state = {0.97, 0.81, true};
  series[1].same_state = {0.3, -0.1, false};
  EXPECT_THAT(
      SameStateNotes(series),
      ElementsAre("state of the machine: 30% to 97% of the new run's passes, by series, have a counterpart with "
                  "similar reference times in the stored runs (less than half in 1 series, which these runs "
                  "cannot decide); references explain 0% to 81% of the differences between launches of one run, "
                  "and these were taken out of 1 series"));
}

}  // namespace
}  // namespace mpigauge
