// Events out of series, by hand: the command's own test goes from files to text.
#include "baselines/history/changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "baselines/history/changes_text.h"

namespace mpigauge {
namespace {

constexpr std::uint32_t kRuns = 40;

// A noise of 0.5% that has no pattern and is the same everywhere.
double Noise(std::size_t series, std::uint64_t run) {
  return 0.01 * (static_cast<double>((run * 7919 + series * 104729 + run * run * 31) % 1009) / 1009 - 0.5);
}

class EventsTest : public testing::Test {
 protected:
  EventsTest() {
    for (std::uint32_t run = 0; run < kRuns; ++run) {
      history_.runs.push_back({"run" + std::to_string(run),
                               "library " + std::to_string(run / 5),
                               "2026-01-" + std::to_string(10 + run % 20),
                               {}});
    }
  }

  void Add(const std::string& case_name, std::int64_t bytes, std::uint32_t from, double change,
           const std::string& family = "collective") {
    SeriesHistory series{case_name + std::to_string(bytes), "", case_name, family, {{"bytes", bytes}}, {}, {}};
    for (std::uint32_t run = 0; run < kRuns; ++run) {
      series.runs.push_back(run);
      series.log_seconds.push_back(-14 + (run >= from ? change : 0) + Noise(history_.series.size(), run));
    }
    history_.series.push_back(series);
  }

  History history_;
};

TEST_F(EventsTest, SeriesOfACaseThatMoveTogetherAreOneEvent) {
  Add("allreduce", 8, kRuns, 0);
  Add("allreduce", 64, 20, 0.1);
  Add("allreduce", 512, 20, 0.2);
  Add("allreduce", 4096, 21, 0.1);
  Add("bcast", 8, 20, 0.1);
  Add("bcast", 64, 20, -0.1);  // the other direction is another event
  Add("gather", 8, 10, 0.1);
  Add("gather", 64, 30, 0.1);  // at another time too
  const Changes changes = FindChanges(history_, {});
  ASSERT_EQ(changes.events.size(), 5u);
  EXPECT_EQ(changes.sequences, 8u);
  const Event& gather = changes.events.front();
  EXPECT_EQ(gather.case_name, "gather");
  EXPECT_EQ(gather.run, 10u);
  const Event& allreduce = changes.events[1];
  EXPECT_EQ(allreduce.series.size(), 3u);
  EXPECT_EQ(allreduce.measured, 4u);
  EXPECT_EQ(allreduce.run, 20u);
  EXPECT_EQ(allreduce.run_before, 19u);
  EXPECT_NEAR(allreduce.ratio, std::exp(0.1), 0.01);
  EXPECT_NEAR(allreduce.largest_ratio, std::exp(0.2), 0.01);
  EXPECT_EQ(allreduce.cause, Cause::kLibrary);
  EXPECT_THAT(
      EventText(history_, allreduce),
      testing::MatchesRegex("allreduce, 64 B to 4 KiB \\(3 of 4 series\\), \\+1[01].*% since run run20 \\(library "
                            "3 -> library 4\\)"));
}

TEST_F(EventsTest, ARowHasTheRangeOfItsSeriesIfThereAreSeveralAndTheRunsFirstLetters) {
  history_.runs[20].run_id = "1a2b3c4d5e6f";
  Add("allreduce", 64, 20, 0.1);
  Add("allreduce", 512, 20, 0.2);
  Add("bcast", 8, 20, 0.1);
  const std::string text = ChangesTable(history_, FindChanges(history_, {})).Text(false);
  EXPECT_THAT(text,
              testing::ContainsRegex("1a2b3c4d  .*allreduce .*\\+1[0-9.]+% \\(\\+10[.0-9]*% to \\+2[12][.0-9]*%\\)"));
  EXPECT_THAT(text, testing::ContainsRegex("1a2b3c4d  .*bcast .*\\+10[.0-9]*%  "));
}

TEST_F(EventsTest, StepsOfOneEventBeginWithinTwoRunsOfTheFirst) {
  Add("allreduce", 8, 20, 0.1);
  Add("allreduce", 64, 22, 0.1);
  Add("allreduce", 512, 23, 0.1);
  const Changes changes = FindChanges(history_, {});
  ASSERT_EQ(changes.events.size(), 2u);
  EXPECT_EQ(changes.events[0].series.size(), 2u);
  EXPECT_EQ(changes.events[1].series.size(), 1u);
  EXPECT_EQ(changes.events[1].run, 23u);
}

TEST_F(EventsTest, AStepBesideTheOnlyUpdateIsDatedToIt) {
  Add("allreduce", 8, 21, 0.1);
  const Changes changes = FindChanges(history_, {});
  ASSERT_EQ(changes.events.size(), 1u);
  EXPECT_EQ(changes.events[0].run, 20u);
  EXPECT_EQ(changes.events[0].cause, Cause::kLibrary);
}

TEST_F(EventsTest, AStepFarFromAnyUpdateHasNoKnownCause) {
  Add("allreduce", 8, 22, 0.1);
  const Changes changes = FindChanges(history_, {});
  ASSERT_EQ(changes.events.size(), 1u);
  EXPECT_EQ(changes.events[0].run, 22u);
  EXPECT_EQ(changes.events[0].cause, Cause::kUnknown);
}

// A control explains up to three times its own change, and one that moves the other way none at all.
TEST_F(EventsTest, OnlyControlsThatMoveAlikeMakeItTheMachines) {
  Add("allreduce", 8, 20, 0.3);
  Add("spin", 0, 20, 0.08, "control");
  Add("copy", 0, 20, -0.3, "control");
  Changes changes = FindChanges(history_, {});
  ASSERT_EQ(changes.events.size(), 3u);
  EXPECT_EQ(changes.events[0].case_name, "allreduce");
  EXPECT_EQ(changes.events[0].cause, Cause::kLibrary);
  EXPECT_EQ(changes.events[1].cause, Cause::kMachine);  // the controls themselves
  Add("read", 0, 21, 0.12, "control");
  changes = FindChanges(history_, {});
  EXPECT_EQ(changes.events[0].cause, Cause::kMachine);
  EXPECT_TRUE(changes.events[0].controls_moved);
}

TEST_F(EventsTest, LibraryAndEnvironmentAtOnceLeaveItOpen) {
  Add("allreduce", 8, 20, 0.1);
  for (std::uint32_t run = 20; run < kRuns; ++run) history_.runs[run].environment.context["kernel"] = "6.5";
  const Changes changes = FindChanges(history_, {});
  ASSERT_EQ(changes.events.size(), 1u);
  EXPECT_EQ(changes.events[0].cause, Cause::kEither);
  EXPECT_EQ(ToJson(history_, changes).at("events").at(0).at("environment").at(0), "kernel: (none) -> 6.5");
}

TEST_F(EventsTest, ShortSeriesAreCounted) {
  Add("allreduce", 8, 20, 0.1);
  history_.series[0].runs.resize(5);
  history_.series[0].log_seconds.resize(5);
  const Changes changes = FindChanges(history_, {});
  EXPECT_TRUE(changes.events.empty());
  EXPECT_EQ(changes.too_short, 1u);
}

// Threads have their own parts: the result is that of one thread, again and again.
TEST_F(EventsTest, ManySeriesGiveTheSameEventsEveryTime) {
  for (int i = 0; i < 320; ++i) Add("case" + std::to_string(i), 8, 10 + static_cast<std::uint32_t>(i) % 20, 0.1);
  const Json first = ToJson(history_, FindChanges(history_, {}));
  EXPECT_GT(first.at("events").size(), 10u);
  EXPECT_EQ(ToJson(history_, FindChanges(history_, {})), first);
}

}  // namespace
}  // namespace mpigauge
