#include "baselines/compare/run_notes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

LaunchRecord Launch(const std::string& run, int index, double bcast, double spin = 1e-6) {
  LaunchRecord launch = ExampleLaunch(run, index, {{"bcast/bytes:8/ranks:2", bcast}, {"spin/ranks:2", spin}});
  launch.series[1].family = "control";
  launch.started_at = "2026-11-20T16:00:0" + std::to_string(index) + "Z";
  return launch;
}

std::vector<std::string> Notes(const Side& baseline, const std::string& candidate_started_at) {
  Side candidate{"new", {Launch("new", 0, 1e-6)}};
  candidate.launches[0].started_at = candidate_started_at;
  return RunNotes(baseline, candidate);
}

const std::string kLater = "2026-11-20T17:00:00Z";

// The logarithms of the runs are 0, 0.1 and 0.2: their standard deviation is 0.1. Controls are not counted.
TEST(RunNotes, SaysHowMuchRunsAndLaunchesDiffer) {
  Side baseline{"old", {}};
  for (int run = 0; run < 3; ++run) {
    for (int index = 0; index < 2; ++index) {
      baseline.launches.push_back(Launch(std::string(1, static_cast<char>('a' + run)), index,
                                         1e-6 * std::exp(0.1 * run), 1e-6 * std::exp(3.0 * run * index)));
    }
  }
  EXPECT_THAT(
      Notes(baseline, kLater),
      ElementsAre("the baseline's 3 runs differ by 10.0%, the launches of one run by 0.0% (standard deviations, "
                  "the median over the series)"));
}

TEST(RunNotes, OneRunIsNotedUnlessMeasuredSideBySide) {
  const Side baseline{"old", {Launch("a", 0, 1e-6), Launch("a", 5, 1e-6)}};
  EXPECT_THAT(Notes(baseline, kLater), ElementsAre(HasSubstr("the baseline is one run")));
  EXPECT_THAT(Notes(baseline, "2026-11-20T16:00:03Z"), IsEmpty());
}

TEST(LostNotes, FiveAreToldAndTheOthersCounted) {
  for (const int lost : {0, 5, 7}) {
    Side side{"new", {Launch("b", 9, 1e-6)}};
    for (int i = 0; i < lost; ++i) {
      side.lost.push_back(Launch("b", i, 1e-6));
      side.lost.back().status = LaunchStatus::kCrashed;
      side.lost.back().status_text = "in bcast";
    }
    const std::vector<std::string> notes = LostNotes(side, "candidate");
    EXPECT_THAT(notes, SizeIs(lost == 0 ? 0 : lost == 5 ? 6 : 7));
    if (lost == 0) continue;
    EXPECT_THAT(notes[0], HasSubstr(std::to_string(lost) + " of " + std::to_string(lost + 1) + " launches"));
    EXPECT_EQ(notes[1], "launch 1 of the candidate: crashed: in bcast");  // all are of one run, which is not named
    if (lost == 7) {
      EXPECT_EQ(notes[6], "2 more launches of the candidate did not finish either");
    }
  }
}

TEST(NoteRuns, RunsThatTouchInTimeAreOfTheSameTime) {
  Side baseline{"old", {Launch("a", 1, 1e-6), Launch("a", 3, 1e-6)}};
  for (const auto& [second, same] : {std::pair(0, false), {1, true}, {3, true}, {4, false}}) {
    const auto notes = Notes(baseline, "2026-11-20T16:00:0" + std::to_string(second) + "Z");
    EXPECT_EQ(notes.empty(), same) << second;
  }
}

TEST(LostNotes, RunsAreNamedWhereThereAreSeveral) {
  Side side{"new", {Launch("0123456789", 9, 1e-6)}};
  side.lost = {Launch("abcdefghij", 0, 1e-6)};
  side.lost[0].status = LaunchStatus::kHung;
  std::vector<std::string> notes = LostNotes(side, "candidate");
  EXPECT_EQ(notes.at(1), "launch 1 of the candidate (run abcdefgh): hung: ");
  notes = UnfinishedNotes(side, "candidate");
  EXPECT_THAT(notes, IsEmpty());
  side.unfinished = true;
  notes = UnfinishedNotes(side, "candidate");
  EXPECT_THAT(notes, ElementsAre(HasSubstr("launch 10 of the candidate did not finish")));
}

}  // namespace
}  // namespace mpigauge
