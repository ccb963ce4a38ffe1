// Tests the pages of the server beside comparisons and histories: where things stand, runs, libraries.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "baselines/compare/comparison_json.h"
#include "baselines/verdict/decide.h"
#include "dashboards/data/data_fixture.h"
#include "dashboards/data/libraries.h"
#include "dashboards/data/overview.h"
#include "dashboards/data/related_runs.h"
#include "dashboards/data/run_view.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::Pair;

class PagesTest : public DataTest {
 protected:
  Side SideOf(const std::string& run_id) { return {"", store_.runs().Launches(run_id, LaunchDetail::kSummaries)}; }

  // Adds a gate of this run and run01, against the baseline "release"; every series of allreduce has the verdict.
  void AddGate(const std::string& gate_id, const std::string& run_id, Verdict verdict) {
    Comparison comparison = CompareAndDecide(SideOf("run01"), SideOf(run_id), {});
    for (SeriesComparison& series : comparison.series) {
      series.verdict = series.name == kAllreduce ? verdict : Verdict::kPass;
    }
    Json json = ToJson(comparison);
    json["runs"] = {{"baseline", Json::array()}, {"candidate", {run_id}}};
    const std::string decided_at = "2026-11-" + run_id.substr(3) + "T04:00:00Z";
    store_.gates().Add({gate_id, decided_at, run_id, "release", VerdictName(verdict), std::move(json)});
  }
};

TEST_F(PagesTest, TheOverviewHasTheWorstSeriesOfEachCaseAndItsLevels) {
  for (int day = 1; day <= 4; ++day) AddRun(day, day < 4 ? 1 : 2, day < 4 ? "4.1.4" : "5.0.7");
  store_.baselines().Set("release", {"run01"}, "");
  AddGate("older", "run02", Verdict::kPass);
  AddGate("equal", "run03", Verdict::kPass);
  AddGate("slower", "run04", Verdict::kFail);
  const Json overview = OverviewJson(store_);
  ASSERT_EQ(overview.at("libraries").size(), 2u);
  EXPECT_EQ(overview.at("libraries").at(0).at("gate_id"), "slower");
  EXPECT_EQ(overview.at("libraries").at(0).at("library"), "5.0.7");
  EXPECT_EQ(overview.at("libraries").at(1).at("gate_id"), "equal");
  ASSERT_EQ(overview.at("cases").size(), 2u);  // controls are none
  const Json& allreduce = overview.at("cases").at(0);
  EXPECT_EQ(allreduce.at("case"), "allreduce");
  EXPECT_EQ(allreduce.at("cells").at(0).at("verdict"), "fail");
  EXPECT_EQ(allreduce.at("cells").at(0).at("series"), kAllreduce);
  EXPECT_NEAR(allreduce.at("cells").at(0).at("ratio").get<double>(), 2, 0.02);
  EXPECT_EQ(allreduce.at("cells").at(1).at("verdict"), "pass");
  ASSERT_EQ(allreduce.at("levels").size(), 4u);
  EXPECT_NEAR(allreduce.at("levels").at(3).get<double>() / allreduce.at("levels").at(0).get<double>(), 2, 0.02);
  EXPECT_EQ(overview.at("cases").at(1).at("cells").at(0).at("verdict"), "pass");
}

TEST_F(PagesTest, AnEmptyStoreHasAnEmptyOverview) {
  EXPECT_EQ(OverviewJson(store_), Json({{"libraries", Json::array()}, {"cases", Json::array()}}));
  EXPECT_EQ(LibrariesJson(store_), Json({{"libraries", Json::array()}, {"series", Json::array()}}));
}

TEST_F(PagesTest, LibrariesHaveTheirNewestRunsBesideEachOther) {
  AddRun(1, 1, "4.1.4");
  AddRun(2, 1.5, "5.0.7");
  AddRun(3, 3, "4.1.4");
  const Json libraries = LibrariesJson(store_);
  ASSERT_EQ(libraries.at("libraries").size(), 2u);
  EXPECT_EQ(libraries.at("libraries").at(0).at("run_id"), "run03");
  EXPECT_EQ(libraries.at("libraries").at(1).at("run_id"), "run02");
  EXPECT_EQ(libraries.at("libraries").at(0).at("track"), libraries.at("libraries").at(1).at("track"));
  const Json& allreduce = libraries.at("series").at(0);
  EXPECT_EQ(allreduce.at("name"), kAllreduce);
  EXPECT_NEAR(allreduce.at("median_seconds").at(0).get<double>(), 3e-6, 0.05e-6);
  EXPECT_NEAR(allreduce.at("median_seconds").at(1).get<double>(), 1.5e-6, 0.05e-6);
}

TEST_F(PagesTest, ARunHasItsGatesItsFiguresAndTheRunBeforeIt) {
  AddRun(1, 1, "4.1.4");
  AddRun(2, 1, "5.0.7");
  AddRun(3, 1, "4.1.4");
  store_.baselines().Set("release", {"run01"}, "");
  store_.runs().SetTag("good", "run01");
  AddGate("first", "run02", Verdict::kPass);
  AddGate("second", "run03", Verdict::kPass);
  const Json newest = RunViewJson(store_, store_.runs().Find("run03"));
  EXPECT_EQ(newest.at("run").at("previous"), "run01");
  EXPECT_EQ(newest.at("run").at("complete"), 3);
  ASSERT_EQ(newest.at("gates").size(), 1u);
  EXPECT_EQ(newest.at("gates").at(0).at("role"), "candidate");
  EXPECT_EQ(newest.at("figures").at("series").size(), 3u);
  EXPECT_EQ(newest.at("baselines"), Json::array());
  const Json oldest = RunViewJson(store_, store_.runs().Find("run01"));
  EXPECT_EQ(oldest.at("run").at("previous"), "");
  EXPECT_EQ(oldest.at("gates").size(), 2u);
  EXPECT_EQ(oldest.at("gates").at(0).at("role"), "baseline");
  EXPECT_EQ(oldest.at("baselines"), Json({"release"}));
  EXPECT_EQ(oldest.at("tags"), Json({"good"}));
}

TEST_F(PagesTest, ARunThatLeftNothingIsARunAllTheSame) {
  store_.runs().Add({"empty", "4.1.4", "2026-11-01T03:00:00Z", RunStatus::kFailed, Json::object()});
  const Json view = RunViewJson(store_, store_.runs().Find("empty"));
  EXPECT_EQ(view.at("run").at("status"), "failed");
  EXPECT_TRUE(view.at("figures").is_null());
}

TEST(PreviousRuns, AreOfTheSameLibraryAndSuite) {
  const Json small = {{"bench_arguments", {"--filter=bcast"}}, {"ranks", 2}};
  const Json large = {{"bench_arguments", {"--filter=bcast"}}, {"ranks", 8}};
  const std::vector<mpigauge::Run> runs = {{"e", "new", "5", RunStatus::kComplete, small},
                                           {"d", "old", "4", RunStatus::kComplete, large},
                                           {"c", "old", "3", RunStatus::kComplete, small},
                                           {"b", "new", "2", RunStatus::kFailed, small},
                                           {"a", "new", "1", RunStatus::kComplete, small}};
  std::map<std::string, LaunchCount> launches;
  for (const auto& run : runs) launches[run.run_id] = {1, run.status == RunStatus::kComplete ? 1 : 0};
  EXPECT_THAT(PreviousRuns(runs, launches), ElementsAre(Pair("e", "a")));
}

}  // namespace
}  // namespace mpigauge
