#include "baselines/verdict/suite_decision.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "base/error.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

// A suite of families of five series, measured with normal noise: 2% per launch, 1% per job.
class SuiteDecisionTest : public testing::Test {
 protected:
  std::vector<SuiteSeries> Suite(std::size_t size, std::size_t runs) {
    std::vector<SuiteSeries> suite;
    for (std::size_t i = 0; i < size; ++i) {
      suite.push_back({"series " + std::to_string(i), 0.05, {"family " + std::to_string(i / 5)}, {}});
      for (std::size_t r = 0; r < runs; ++r) suite.back().run_values.push_back(Noise(0.013));
    }
    return suite;
  }

  double Noise(double deviation) { return deviation * normal_(random_); }

  std::vector<LaunchLogs> Launches(int count, const std::vector<std::size_t>& series,
                                   const std::function<double(std::size_t)>& center) {
    std::vector<LaunchLogs> launches(static_cast<std::size_t>(count));
    for (LaunchLogs& launch : launches) {
      for (const std::size_t i : series) launch.push_back(center(i) + Noise(0.02));
    }
    return launches;
  }

  // Both stages with real requests; `slower` is the log slowdown of a series.
  SuiteDecision Decide(std::size_t size, std::size_t runs, const std::function<double(std::size_t)>& slower) {
    SuiteDecision decision(Suite(size, runs), {});
    std::vector<std::size_t> all(size);
    for (std::size_t i = 0; i < size; ++i) all[i] = i;
    if (runs > 0) decision.Screen(Launches(6, all, slower));
    for (LaunchRequest request = decision.Next(); !request.series.empty(); request = decision.Next()) {
      requests_.push_back(request);
      const auto baseline = Launches(request.launches_a_side, request.series, [](std::size_t) { return 0; });
      decision.Add(baseline, Launches(request.launches_a_side, request.series, slower));
    }
    return decision;
  }

  std::vector<LaunchRequest> requests_;

 private:
  std::mt19937_64 random_{29};
  std::normal_distribution<double> normal_;
};

// A family met the state that most of its members met, and the reference that differs most of all of them.
TEST_F(SuiteDecisionTest, AFamilyHasTheReferenceThatDiffersMost) {
  for (const bool reversed : {false, true}) {
    auto suite = Suite(5, 20);
    const double times[] = {1.02, 0.7, 1.2, 1.3, 1.01};
    for (std::size_t i = 0; i < 5; ++i) {
      SameState& state = suite[reversed ? 4 - i : i].state;
      state.comparable = 0.2;
      state.most_changed = "reference " + std::to_string(i);
      state.times = times[i];
    }
    SuiteDecision decision(suite, {});
    decision.Screen(Launches(6, {0, 1, 2, 3, 4}, [](std::size_t) { return 0; }));
    const SameState state = decision.Families().at(0).screen->state;
    EXPECT_EQ(state.most_changed, "reference 1");  // 0.7 is further from 1 than 1.3 is, as a ratio
    EXPECT_EQ(state.times, 0.7);
    EXPECT_NEAR(state.comparable, 0.2, 1e-12);
  }
}

TEST_F(SuiteDecisionTest, AClearPassEndsInStageOne) {
  const SuiteDecision decision = Decide(10, 20, [](std::size_t) { return -0.05; });
  EXPECT_EQ(decision.OutcomeOfMedians(), Decision::kPass);
  EXPECT_TRUE(requests_.empty());
  EXPECT_TRUE(decision.Series()[0].screen->passed);
  EXPECT_EQ(decision.Families().size(), 2U);
}

TEST_F(SuiteDecisionTest, OneSlowSeriesIsFoundSideBySide) {
  const SuiteDecision decision = Decide(50, 20, [](std::size_t i) { return i == 7 ? std::log(1.10) : 0; });
  EXPECT_EQ(decision.OutcomeOfMedians(), Decision::kFail);
  const std::vector<Settled> series = decision.Series();
  for (std::size_t i = 0; i < series.size(); ++i) {
    EXPECT_EQ(series[i].decision, i == 7 ? Decision::kFail : Decision::kPass) << i;
  }
  EXPECT_LT(requests_[0].series.size(), 30U);  // only what stage 1 could not pass
  EXPECT_EQ(requests_[0].launches_a_side, 6);
  EXPECT_FALSE(series[7].screen->passed);
  EXPECT_GT(series[7].looks.back().fail_level, 0);
}

// Half of 5% belongs to tails and lost launches here. The series is 2% slower and stays open to the last look, where
// all of the rest is spent.
TEST_F(SuiteDecisionTest, ErrorSpentElsewhereIsNotSpentHere) {
  for (const double elsewhere : {0.0, 0.5}) {
    SuiteSettings settings;
    settings.spent_elsewhere = elsewhere;
    settings.looks = {6, 12, 20};
    SuiteDecision decision(Suite(1, 0), settings);
    for (LaunchRequest request = decision.Next(); !request.series.empty(); request = decision.Next()) {
      std::vector<LaunchLogs> sides[2];
      for (int i = 0; i < request.launches_a_side; ++i) {
        sides[0].push_back({0.3 * i});
        sides[1].push_back({0.3 * i + 0.02});
      }
      decision.Add(sides[0], sides[1]);
    }
    const double spent = decision.Series()[0].looks.back().fail_spent;
    EXPECT_LE(spent, 0.05 * (1 - elsewhere) + 1e-12);
    EXPECT_GT(spent, 0.9 * 0.05 * (1 - elsewhere));
  }
}

TEST_F(SuiteDecisionTest, EveryLookIsARecord) {
  const SuiteDecision decision = Decide(10, 20, [](std::size_t i) { return i == 3 ? std::log(1.2) : -0.05; });
  const GateDecision recorded = GateDecisionOf(decision);
  EXPECT_EQ(recorded.outcome_of_medians, Decision::kFail);
  const GateLook& look = recorded.series[3].looks.back();
  EXPECT_EQ(look.decision, Decision::kFail);
  EXPECT_LE(look.p_slower, look.fail_level);
  EXPECT_NEAR(look.ratio, 1.2, 0.04);
  EXPECT_GT(look.pass_spent, 0);
  EXPECT_TRUE(std::isnan(look.floor_ratio));
  EXPECT_EQ(recorded.series[0].looks.size(), 0U);
  EXPECT_LT(recorded.series[0].screen->upper, 1.05);
  EXPECT_TRUE(recorded.series[0].members.empty());
  EXPECT_EQ(recorded.families[0].members[4], "series 4");
  EXPECT_FALSE(GateDecisionOf(Decide(1, 0, [](std::size_t) { return 0; })).series[0].screen);
}

// Each member is within its tolerance of 5%, and the family as a whole is 3% slower.
TEST_F(SuiteDecisionTest, AFamilyThatMovedByLessThanTheToleranceIsFound) {
  int found = 0;
  for (int i = 0; i < 50; ++i) {
    const SuiteDecision decision = Decide(30, 20, [](std::size_t k) { return k / 5 == 2 ? std::log(1.03) : 0; });
    found += decision.Families()[2].decision == Decision::kFail;
    EXPECT_NE(decision.Families()[1].decision, Decision::kFail);
  }
  EXPECT_GE(found, 43);
}

TEST_F(SuiteDecisionTest, WithoutStoredRunsEverythingIsSettledSideBySide) {
  const SuiteDecision decision = Decide(10, 0, [](std::size_t) { return 0; });
  EXPECT_EQ(decision.OutcomeOfMedians(), Decision::kPass);
  EXPECT_EQ(requests_[0].series.size(), 10U);
  EXPECT_FALSE(decision.Series()[0].screen.has_value());
}

TEST_F(SuiteDecisionTest, LaunchesThatFailedAreAskedForAgain) {
  SuiteDecision decision(Suite(1, 0), {});
  EXPECT_EQ(decision.Next().launches_a_side, 6);
  decision.Add({{0.0}, {0.1}, {0.2}}, {{0.05}, {0.15}, {std::nan("")}});
  EXPECT_EQ(decision.Next().launches_a_side, 5);  // eight less three
  EXPECT_EQ(decision.Series()[0].looks[0].candidate_launches, 2U);
}

// The machine was 60% slower in the second circle, whatever the library: nothing of it is left within circles, for
// series and for their family.
TEST_F(SuiteDecisionTest, CommonLevelOfACircleIsNoDifference) {
  SuiteSettings settings;
  settings.looks = {4, 8};
  std::vector<std::vector<Settled>> results;
  for (const double level : {0.0, 0.5}) {
    SuiteDecision decision(Suite(5, 0), settings);
    const LaunchLogs one = {0.00, 0.02, 0.01, 0.04, 0.03};
    const LaunchLogs two = {0.03, 0.01, 0.05, 0.02, 0.00};
    LaunchLogs three = {0.02, 0.03, 0.00, 0.01, 0.05};
    LaunchLogs four = {0.01, 0.00, 0.03, 0.06, 0.02};
    for (double& value : three) value += level;
    for (double& value : four) value += level;
    decision.Add({one, three, three, two}, {two, four, one, three}, {{"a", "b", "b", "a"}, {"a", "b", "a", "b"}});
    results.push_back(decision.Series());
    results.push_back(decision.Families());
  }
  for (const std::size_t kind : {0u, 1u}) {
    for (std::size_t i = 0; i < results[kind].size(); ++i) {
      const Look& level = results[kind][i].looks[0];
      const Look& moved = results[kind + 2][i].looks[0];
      EXPECT_EQ(level.p_slower, moved.p_slower) << results[kind][i].name;
      EXPECT_EQ(level.p_within, moved.p_within) << results[kind][i].name;
      EXPECT_NEAR(level.change, moved.change, 1e-12) << results[kind][i].name;
    }
  }
  EXPECT_EQ(results[1].size(), 1u);
}

TEST_F(SuiteDecisionTest, WithoutBudgetNothingIsDecided) {
  SuiteDecision decision(Suite(5, 0), {});
  EXPECT_EQ(decision.OutcomeOfMedians(), Decision::kOpen);
  decision.Stop();
  EXPECT_EQ(decision.OutcomeOfMedians(), Decision::kInconclusive);
  EXPECT_TRUE(decision.Next().series.empty());
}

TEST_F(SuiteDecisionTest, RunsOfUnequalNumberAreRefused) {
  auto suite = Suite(2, 3);
  suite[1].run_values.pop_back();
  try {
    SuiteDecision decision(suite, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("series 1: 2 past runs, and series 0 has 3"));
  }
}

// Levels by hand. Of 5% half belongs to the families, as long as there are some; a series that failed leaves its part
// to the others.
TEST_F(SuiteDecisionTest, EachHypothesisHasItsPartOfAlpha) {
  struct Row {
    std::size_t series;
    bool family;
    double slower;  // of the first series
    double spent_elsewhere;
    double of_series;
    double of_family;
  };
  const Row rows[] = {{1, false, 0, 0, 0.05, 0},       {2, false, 0, 0, 0.025, 0},
                      {2, false, 0, 0.2, 0.02, 0},     {2, false, 9, 0, 0.05, 0},
                      {4, true, 0, 0, 0.00625, 0.025}, {4, true, 9, 0, 0.025 / 4 / 0.875, 0.025 / 0.875},
                      {2, true, 0, 0, 0.025, 0}};
  for (const Row& row : rows) {
    std::vector<SuiteSeries> suite(row.series);
    for (std::size_t i = 0; i < row.series; ++i) suite[i].name = "s" + std::to_string(i);
    if (row.family) {
      for (SuiteSeries& one : suite) one.families = {"f", "the same once more"};
    }
    SuiteSettings settings;
    settings.looks = {10};
    settings.spent_elsewhere = row.spent_elsewhere;
    SuiteDecision decision(suite, settings);
    std::vector<LaunchLogs> sides[2];
    for (int i = 0; i < 10; ++i) {
      for (const int side : {0, 1}) sides[side].emplace_back(row.series, i + 0.1 * side);
      sides[1].back()[0] += row.slower;
    }
    decision.Add(sides[0], sides[1]);
    SCOPED_TRACE(&row - rows);
    EXPECT_EQ(decision.Series()[0].decision, row.slower > 0 ? Decision::kFail : Decision::kInconclusive);
    EXPECT_NEAR(decision.Series().back().looks[0].fail_spent, row.of_series, 1e-12);
    ASSERT_EQ(decision.Families().size(), row.of_family > 0 ? 1U : 0U);
    for (const Settled& family : decision.Families()) {
      EXPECT_NEAR(family.looks[0].fail_spent, row.of_family, 1e-12);
    }
  }
}

TEST_F(SuiteDecisionTest, ARunSlowerByATickDoesNotFail) {
  for (const auto& [log_tick, expected] : {std::pair(0.25, Decision::kInconclusive), {0.125, Decision::kFail}}) {
    SuiteDecision decision({{"s", 0.05, {}, std::vector<double>(10, 0.0), log_tick}}, {});
    decision.Screen({{0.25}});
    decision.DecideByRuns();
    EXPECT_EQ(decision.OutcomeOfMedians(), expected) << log_tick;
  }
}

TEST_F(SuiteDecisionTest, DoubtfulSeriesDoNotPassByRuns) {
  SuiteDecision decision({{"s", 0.05, {}, std::vector<double>(10, 0.0)}, {"t", 0.05, {}, std::vector<double>(10, 0.0)}},
                         {});
  decision.Screen({{0, 0}}, {"t"});
  EXPECT_THAT(decision.Next().series, testing::ElementsAre(1));
  EXPECT_EQ(decision.OutcomeOfMedians(), Decision::kOpen);
  decision.DecideByRuns();
  EXPECT_EQ(decision.OutcomeOfMedians(), Decision::kInconclusive);
  EXPECT_EQ(decision.Series()[0].decision, Decision::kPass);
}

// Without the state of the machine the run is slower; as it was measured it is not.
TEST_F(SuiteDecisionTest, MeasuredValuesCanExcuseASlowerRun) {
  for (const bool measured_slower : {false, true}) {
    SuiteSeries series{"s", 0.05, {}, std::vector<double>(10, 0.0)};
    series.measured_values.assign(11, 0.0);
    if (measured_slower) series.measured_values.back() = 0.25;
    SuiteDecision decision({series}, {});
    decision.Screen({{0.25}});
    decision.DecideByRuns();
    EXPECT_EQ(decision.OutcomeOfMedians(), measured_slower ? Decision::kFail : Decision::kInconclusive);
  }
}

TEST_F(SuiteDecisionTest, TheToleranceOfAFamilyIsHalfTheMeanOfItsMembers) {
  SuiteDecision decision({{"a", 0.02, {"f"}, {}}, {"b", 0.04, {"f"}, {}}, {"c", 0.09, {"f"}, {}}}, {});
  EXPECT_NEAR(decision.Families().at(0).tolerance, 0.025, 1e-12);
  EXPECT_THAT(decision.Families()[0].members, testing::ElementsAre(0, 1, 2));
  EXPECT_EQ(SuiteDecision({}, {}).OutcomeOfMedians(), Decision::kInconclusive);
}

}  // namespace
}  // namespace mpigauge
