// Events out of series, by hand: the command's own test goes from files to text.
#include "baselines/history/changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

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

// Sequences of 32 runs with a step of 6% at the 17th and noise of 1%, and one or three runs of any other time. Four
// standard errors below 98% of 200, and below 95% with three.
TEST(ChangesTest, StrangeRunsHideNoStep) {
  for (const int outliers : {0, 1, 3}) {
    for (const double factor : {0.2, 1.3, 2.0, 100.0}) {
      std::mt19937_64 random(17);
      std::normal_distribution<double> noise(0, 0.01);
      History history;
      for (int run = 0; run < 32; ++run) history.runs.push_back({"run" + std::to_string(run), "library", "", {}});
      for (int i = 0; i < 200; ++i) {
        SeriesHistory series{"allreduce" + std::to_string(i), "", "allreduce", "collective", {}, {}, {}};
        for (std::uint32_t run = 0; run < 32; ++run) {
          series.runs.push_back(run);
          series.log_seconds.push_back(noise(random) + (run >= 16 ? std::log(1.06) : 0));
        }
        for (int k = 0; k < outliers; ++k) series.log_seconds[random() % 32] += std::log(factor);
        history.series.push_back(series);
      }
      std::map<std::uint32_t, std::vector<Movement>> found;
      for (const SeriesMovement& one : FindAllMovements(history, std::vector<std::uint32_t>(32, 0), {}).movements) {
        found[one.series].push_back(one.movement);
      }
      const auto right = [](const auto& one) {
        return one.second.size() == 1 && one.second[0].kind == Movement::Kind::kStep &&
               std::fabs(one.second[0].change - std::log(1.06)) < 0.02;
      };
      EXPECT_GE(std::count_if(found.begin(), found.end(), right), outliers == 3 ? 178 : 188)
          << outliers << " of " << factor;
    }
  }
}

// Without a change: a step test and a trend test at 0.5% each; four standard errors.
TEST(ChangesTest, StrangeRunInEqualOnesIsNoDrift) {
  std::mt19937_64 random(18);
  std::normal_distribution<double> noise(0, 0.01);
  History history;
  for (int run = 0; run < 40; ++run) history.runs.push_back({"run" + std::to_string(run), "library", "", {}});
  for (int i = 0; i < 1000; ++i) {
    SeriesHistory series{"allreduce" + std::to_string(i), "", "allreduce", "collective", {}, {}, {}};
    for (std::uint32_t run = 0; run < 40; ++run) {
      series.runs.push_back(run);
      series.log_seconds.push_back(noise(random));
    }
    series.log_seconds[random() % 40] += std::log(5);
    history.series.push_back(series);
  }
  ChangesSettings settings;
  settings.movement.smallest_change = 0;
  const auto movements = FindAllMovements(history, std::vector<std::uint32_t>(40, 0), settings).movements;
  EXPECT_LE(movements.size(), 10 + 4 * std::sqrt(10.0));
  for (const SeriesMovement& one : movements) EXPECT_LE(one.movement.p_value, 0.005);
}

}  // namespace
}  // namespace mpigauge
