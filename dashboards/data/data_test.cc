#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/rounded.h"
#include "baselines/compare/comparison_json.h"
#include "baselines/verdict/decide.h"
#include "dashboards/data/data_fixture.h"
#include "dashboards/data/gate_view.h"
#include "dashboards/data/history.h"
#include "dashboards/data/lists.h"
#include "dashboards/data/observations.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

TEST(Rounded, SixDigits) {
  EXPECT_EQ(Rounded(1.23456789e-6), 1.23457e-6);
  EXPECT_EQ(Rounded(0), 0);
  EXPECT_TRUE(std::isnan(Rounded(std::nan(""))));
}

TEST_F(DataTest, HistoryNamesTheRunOfAStepAndItsCause) {
  for (int day = 1; day <= 20; ++day) AddRun(day, day <= 12 ? 1 : 1.2, day <= 12 ? "4.1.4" : "4.1.5");
  const Json history = SeriesHistoryJson(store_, {kAllreduce});
  EXPECT_EQ(history.at("runs").size(), 20u);
  const Json& series = history.at("series").at(kAllreduce);
  EXPECT_EQ(history.at("series").size(), 1u);
  EXPECT_EQ(series.at("run").size(), 20u);
  EXPECT_NEAR(series.at("median_seconds").at(0).get<double>(), 1.003e-6, 1e-12);
  EXPECT_NEAR(series.at("low_seconds").at(0).get<double>(), 1.001e-6, 1e-12);
  EXPECT_NEAR(series.at("high_seconds").at(0).get<double>(), 1.005e-6, 1e-12);
  EXPECT_EQ(series.at("launches").at(0), 3);
  EXPECT_EQ(history.at("fewest_runs"), 6);
  ASSERT_EQ(history.at("changes").size(), 1u);
  const Json& change = history.at("changes").at(0);
  EXPECT_EQ(change.at("run"), 12);
  EXPECT_EQ(change.at("run_before"), 11);
  EXPECT_EQ(change.at("cause"), "library");
  EXPECT_EQ(change.at("series"), Json({kAllreduce}));
  EXPECT_NEAR(change.at("ratio").get<double>(), 1.2, 0.005);
}

TEST_F(DataTest, RunsOfOtherMachinesAreOnOtherTracksAndNotInAReport) {
  for (int day = 1; day <= 20; ++day) AddRun(day, 1, "4.1.4", day % 2 == 0 ? "a" : "b");
  const Json history = SeriesHistoryJson(store_, {kAllreduce});
  EXPECT_NE(history.at("runs").at(0).at("track"), history.at("runs").at(1).at("track"));
  EXPECT_EQ(history.at("runs").at(0).at("track"), history.at("runs").at(2).at("track"));
  const Json report = ReportHistory(store_, {kAllreduce, kBcast}, "run20", {"run02", "run01"});
  EXPECT_EQ(report.at("runs").size(), 10u);
  EXPECT_EQ(report.at("series").size(), 2u);
  EXPECT_EQ(report.at("baseline_runs"), Json({0}));
  EXPECT_EQ(report.at("series").at(kBcast).at("run").size(), 10u);
  EXPECT_TRUE(ReportHistory(store_, {"nosuch"}, "run20", {}).is_null());
  EXPECT_TRUE(ReportHistory(store_, {kAllreduce}, "nosuch", {}).is_null());
}

TEST_F(DataTest, AHistoryMarksTheRunsOfAllBaselines) {
  for (int day = 1; day <= 4; ++day) AddRun(day, 1, "4.1.4");
  store_.baselines().Set("release", {"run01"}, "");
  store_.baselines().Set("nightly", {"run03"}, "");
  EXPECT_EQ(SeriesHistoryJson(store_, {kAllreduce}).at("baseline_runs"), Json({0, 2}));
}

// Two gates compare two series; the steps of the one that was asked for come.
TEST_F(DataTest, AHistoryHasTheStepsOfGates) {
  for (int day = 1; day <= 3; ++day) AddRun(day, 1 + 0.1 * day, fmt::format("4.1.{}", day));
  for (int day = 2; day <= 3; ++day) {
    Comparison comparison =
        CompareAndDecide({"", store_.runs().Launches(fmt::format("run{:02}", day - 1), LaunchDetail::kSummaries)},
                         {"", store_.runs().Launches(fmt::format("run{:02}", day), LaunchDetail::kSummaries)}, {});
    comparison.baseline = fmt::format("4.1.{}", day - 1);
    comparison.candidate = fmt::format("4.1.{}", day);
    store_.gates().Add({fmt::format("gate{}", day), fmt::format("2026-11-{:02}T04:00:00Z", day),
                        fmt::format("run{:02}", day), "release", "fail", ToJson(comparison)});
  }
  const Json steps = SeriesHistoryJson(store_, {kAllreduce}).at("gate_steps");
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps.at(1).at("series"), kAllreduce);
  EXPECT_EQ(steps.at(1).at("from"), "4.1.2");
  EXPECT_EQ(steps.at(1).at("first"), "4.1.1");
  EXPECT_NEAR(steps.at(1).at("since_first").at("ratio").get<double>(), 1.3 / 1.1, 0.01);

  store_.gates().Add({"broken", "2026-11-09T04:00:00Z", "run03", "release", "fail", Json::object()});
  const Json history = SeriesHistoryJson(store_, {kAllreduce});
  EXPECT_TRUE(history.at("gate_steps").empty());
  EXPECT_THAT(history.at("gate_steps_error").get<std::string>(), HasSubstr("gate broken"));
  EXPECT_EQ(history.at("runs").size(), 3u);
}

TEST_F(DataTest, AnUnknownSeriesIsSaid) {
  AddRun(1, 1, "4.1.4");
  try {
    SeriesHistoryJson(store_, {"allreduce/bytes:9"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr(kAllreduce));
  }
}

TEST_F(DataTest, ObservationsOfComparedLaunchesCount) {
  for (int day = 1; day <= 3; ++day) AddRun(day, 1 + 0.1 * day, "4.1.4");
  Side sides[3];
  for (int i = 0; i < 3; ++i)
    sides[i] = {"", store_.runs().Launches(fmt::format("run{:02}", i + 1), LaunchDetail::kObservations)};
  const Comparison comparison = CompareAndDecide(sides[0], sides[1], {});
  std::vector<LaunchRecord> more = sides[2].launches;
  more.insert(more.end(), sides[0].launches.rbegin(), sides[0].launches.rend());
  const Json observations = ObservationsJson(comparison, more, sides[1].launches);
  const Json& launches = observations.at("series").at(kAllreduce).at("baseline");
  ASSERT_EQ(launches.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_EQ(launches.at(i).size(), observations.at("probabilities").size());
    for (const SeriesComparison& series : comparison.series) {
      if (series.name != kAllreduce) continue;
      EXPECT_NEAR(launches.at(i).at(5).get<double>() / series.baseline_seconds[i], 1, 1e-5);
    }
  }
  EXPECT_TRUE(observations.at("series").contains("spin/operations:1"));
}

TEST_F(DataTest, AGateIsFoundByTheBeginningOfItsIdAndHasItsRuns) {
  for (int day = 1; day <= 2; ++day) AddRun(day, 1, "4.1.4");
  store_.baselines().Set("release", {"run01"}, "");
  Side sides[2];
  for (int i = 0; i < 2; ++i)
    sides[i] = {"", store_.runs().Launches(fmt::format("run{:02}", i + 1), LaunchDetail::kSummaries)};
  Json comparison = ToJson(CompareAndDecide(sides[0], sides[1], {}));
  comparison["runs"] = {{"baseline", Json::array()}, {"candidate", {"run02"}}};
  store_.gates().Add({"abc1", "2026-11-21T00:00:00Z", "run02", "release", "inconclusive", comparison});
  store_.gates().Add({"abd2", "2026-11-22T00:00:00Z", "run02", "release", "inconclusive", comparison});
  EXPECT_EQ(FindGate(store_, "latest").gate_id, "abd2");
  EXPECT_EQ(FindGate(store_, "abc").gate_id, "abc1");
  EXPECT_THROW(FindGate(store_, "ab"), Error);
  EXPECT_THROW(FindGate(store_, "x"), Error);
  const Json view = ToJson(ViewOfGate(store_, FindGate(store_, "abc1")));
  EXPECT_EQ(view.at("origin"), "gate abc1 of 2026-11-21 00:00 UTC");
  EXPECT_EQ(view.at("observations").at("series").at(kAllreduce).at("baseline").size(), 3u);
  EXPECT_EQ(view.at("environment").at("baseline").at("host"), "a");
  EXPECT_EQ(view.at("history").at("baseline_runs"), Json({0}));
  EXPECT_EQ(GatesJson(store_, 10).at(0).at("inconclusive"), 2);
  EXPECT_EQ(RunsJson(store_).at(0).at("complete"), 3);
}

}  // namespace
}  // namespace mpigauge
