#include "baselines/verdict/group_sequential.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::vector<double> kBefore = {1, 2, 3, 4};
const std::vector<double> kAfter = {5, 6, 7, 8};

TEST(Strata, WithoutTurnsAllLaunchesAreOneStratum) {
  const Strata strata(kBefore, kAfter, {});
  ASSERT_THAT(strata.all(), SizeIs(1));
  EXPECT_EQ(strata.all()[0].baseline, kBefore);
  EXPECT_EQ(strata.all()[0].candidate, kAfter);
  EXPECT_EQ(strata.Information(), 2);  // 4 4 / 8
}

TEST(Strata, LaunchesThatTookTurnsAreNeverTogetherWithThoseThatDidNot) {
  const Strata strata(kBefore, kAfter, {{"a", "", "b", "a"}, {"b", "a", "a", ""}});
  ASSERT_THAT(strata.all(), SizeIs(3));
  EXPECT_THAT(strata.all()[0].baseline, ElementsAre(2));
  EXPECT_THAT(strata.all()[0].candidate, ElementsAre(8));
  EXPECT_THAT(strata.all()[1].baseline, ElementsAre(1, 4));
  EXPECT_THAT(strata.all()[1].candidate, ElementsAre(6, 7));
  EXPECT_THAT(strata.all()[2].baseline, ElementsAre(3));
  EXPECT_THAT(strata.all()[2].candidate, ElementsAre(5));
  EXPECT_DOUBLE_EQ(strata.Information(), 1.0 / 2 + 4.0 / 5 + 1.0 / 3);
}

TEST(Strata, MissingValuesAndCirclesOfOneSideAreLeftOut) {
  const std::vector<double> missing = {std::nan(""), 6, 7, 8};
  const Strata strata(kBefore, missing, {{"a", "b", "b", "c"}, {"a", "b", "b", "d"}});
  ASSERT_THAT(strata.all(), SizeIs(1));
  EXPECT_EQ(strata.baseline_launches(), 2u);
  EXPECT_EQ(strata.candidate_launches(), 2u);
  EXPECT_THAT(Strata({}, {}, {}).all(), IsEmpty());
}

const double kTolerance = std::log1p(0.05);

// Feeds normal launches of standard deviation 2% to one hypothesis until it is decided.
class OneHypothesis {
 public:
  Decision Run(double slowdown, double alpha) {
    GroupSequential test(kTolerance, 0.025);
    std::vector<double> baseline;
    std::vector<double> candidate;
    for (const int look : plan_.looks()) {
      while (baseline.size() < static_cast<std::size_t>(look)) {
        baseline.push_back(normal_(random_));
        candidate.push_back(normal_(random_) + std::log1p(slowdown));
      }
      test.TakeLook({baseline, candidate, {}}, plan_, table_);
      if (!test.open() || test.FailsAt(alpha, plan_)) break;
    }
    test.Close();
    launches_ += static_cast<double>(baseline.size());
    return test.decision();
  }

  // How many of `count` end with `wanted`.
  int Count(Decision wanted, double slowdown, double alpha, int count) {
    int found = 0;
    for (int i = 0; i < count; ++i) found += Run(slowdown, alpha) == wanted;
    return found;
  }

  double launches_ = 0;  // a side, summed

 private:
  std::mt19937_64 random_{17};
  std::normal_distribution<double> normal_{0, 0.02};
  SpendingPlan plan_{{6, 8, 10, 14, 20}};
  RankSumTable table_;
};

// Figures of this design by an independent simulation (NumPy): at 5% tolerance, launches of 2%, alpha 0.025 a side:
// equal 99.7% pass with 7.0 launches a side, +3% 32% pass and 68% fail, +5% 99% fail, +10% all with 6.
TEST(GroupSequential, FindsWhatTheDesignPromises) {
  OneHypothesis test;
  EXPECT_NEAR(test.Count(Decision::kPass, 0, 0.025, 4000), 3988, 25);
  EXPECT_NEAR(test.launches_ / 4000, 7.0, 0.15);
  EXPECT_NEAR(test.Count(Decision::kPass, 0.03, 0.025, 4000), 1280, 150);
  EXPECT_NEAR(test.Count(Decision::kFail, 0.05, 0.025, 4000), 3968, 25);
  EXPECT_EQ(test.Count(Decision::kFail, 0.10, 0.025, 4000), 4000);
}

// The error rate over all looks together, where passing does not end the test early: 100,000 equal pairs at 0.025 and
// at a level as Holm's procedure asks for; four standard errors. The exact test is discrete, so it is somewhat below.
TEST(GroupSequential, SpendsItsAlphaOverAllLooksAndNoMore) {
  std::mt19937_64 random(23);
  std::normal_distribution<double> normal;
  SpendingPlan plan({6, 8, 10, 14, 20});
  RankSumTable table;
  const int count = 100000;
  int failed[2] = {0, 0};
  for (int i = 0; i < count; ++i) {
    std::vector<double> baseline;
    std::vector<double> candidate;
    GroupSequential tests[2] = {{100, 0}, {100, 0}};  // nothing is ever within a tolerance at no error rate
    for (const int look : plan.looks()) {
      while (baseline.size() < static_cast<std::size_t>(look)) {
        baseline.push_back(normal(random));
        candidate.push_back(normal(random));
      }
      for (int k = 0; k < 2; ++k) {
        if (!tests[k].open()) continue;
        tests[k].TakeLook({baseline, candidate, {}}, plan, table);
        failed[k] += tests[k].FailsAt(k == 0 ? 0.025 : 0.001, plan);
      }
    }
  }
  EXPECT_LT(failed[0], 2500 + 4 * 50);
  EXPECT_GT(failed[0], 1800);
  EXPECT_LT(failed[1], 100 + 4 * 10);
  EXPECT_GT(failed[1], 50);
}

// Medians that differ by 9% from launch to launch, and floors by 2%, or not at all where a tick hides it. How many of
// 400 pairs end with `wanted`, where medians and floors are slower by these.
int CountWithFloors(Decision wanted, double median, double floor, bool by_floor, double floor_log_tick = 0) {
  std::mt19937_64 random(29);
  std::normal_distribution<double> normal;
  SpendingPlan plan(LooksUpTo(32));
  RankSumTable table;
  int found = 0;
  for (int i = 0; i < 400; ++i) {
    GroupSequential test(kTolerance, 0.015, 0, 0.003);
    std::vector<double> medians[2];
    std::vector<double> floors[2];
    for (const int look : plan.looks()) {
      while (medians[0].size() < static_cast<std::size_t>(look)) {
        for (const int side : {0, 1}) {
          medians[side].push_back(0.09 * normal(random) + side * std::log1p(median));
          floors[side].push_back((floor_log_tick > 0 ? 0 : 0.02 * normal(random)) + side * std::log1p(floor));
        }
      }
      test.TakeLook({medians[0], medians[1], {}}, plan, table, {floors[0], floors[1], {}}, floor_log_tick);
      if (!test.open() || test.FailsAt(0.001, plan)) break;
    }
    test.Close();
    found += test.decision() == wanted && test.looks().back().by_floor == by_floor;
  }
  return found;
}

TEST(GroupSequential, FloorsPassWhatMediansCannot) {
  EXPECT_GE(CountWithFloors(Decision::kPass, 0, 0, true), 358);      // measured: 373; three standard deviations below
  EXPECT_LE(CountWithFloors(Decision::kPass, 0.05, 0.05, true), 5);  // 0.3%: of 400 more than 5 have a chance of 1e-3
}

// Times of 195 ns and 204 ns read 190 ns and 200 ns by a timer that counts tens, or 190 ns both: equal floors prove
// nothing where a tick is more than the tolerance.
TEST(GroupSequential, FloorsPassNothingThatATickMayHide) {
  EXPECT_EQ(CountWithFloors(Decision::kPass, 0, 0, true, std::log(200.0 / 190.0)), 0);
  EXPECT_GE(CountWithFloors(Decision::kPass, 0, 0, true, std::log(530.0 / 520.0)), 300);
}

// Floors are equal, and medians are slower. Of 400 pairs that are slower by twice the tolerance some 3.5% give no hint
// with 8 launches of each, the first look that lets floors pass (their estimates are normal around 10%, with 9% times
// the root of 2/8), and few later; of those slower by four times it one in ten thousand. More than these have a chance
// below 1e-3.
TEST(GroupSequential, AHintOfTheMediansHoldsFloorsBack) {
  EXPECT_LE(CountWithFloors(Decision::kPass, 0.10, 0, true), 40);
  EXPECT_LE(CountWithFloors(Decision::kPass, 0.20, 0, true), 2);
}

TEST(GroupSequential, ARecordOfEveryLook) {
  SpendingPlan plan({3, 6});
  RankSumTable table;
  GroupSequential test(kTolerance, 0.2);
  test.TakeLook({std::vector<double>{0, 1, 2}, std::vector<double>{0.5, 1.5, 2.5}, {}}, plan, table);
  EXPECT_FALSE(test.FailsAt(0.05, plan));
  ASSERT_EQ(test.looks().size(), 1U);
  EXPECT_EQ(test.looks()[0].decision, Decision::kOpen);
  EXPECT_EQ(test.looks()[0].change, 0.5);
  EXPECT_NEAR(test.looks()[0].fail_spent, 0.05 * std::pow(0.5, 1.5), 1e-12);
  EXPECT_NEAR(test.looks()[0].fail_level, test.looks()[0].fail_spent, 1e-9);
  test.Close();
  EXPECT_EQ(test.decision(), Decision::kInconclusive);
  EXPECT_EQ(test.looks()[0].decision, Decision::kInconclusive);
}

// Eight launches of each side whose medians are wide apart (p_slower 14%, and not proved within the tolerance of 0.5),
// and whose floors hardly vary.
Look LookAtFloors(const std::vector<int>& looks, double floor_change, double floor_log_tick, double medians_change) {
  std::vector<double> medians[2];
  std::vector<double> floors[2];
  for (int i = 0; i < 8; ++i) {
    for (const int side : {0, 1}) {
      medians[side].push_back(0.1 * i + side * medians_change);
      floors[side].push_back(std::ldexp(i, -20) + side * floor_change);
    }
  }
  SpendingPlan plan(looks);
  RankSumTable table;
  GroupSequential test(0.5, 0.015, 0, 0.003);
  test.TakeLook({medians[0], medians[1], {}}, plan, table, {floors[0], floors[1], {}}, floor_log_tick);
  return test.looks()[0];
}

TEST(GroupSequential, FloorsPassWhereTheyAndTheirTickAreBelowTheTolerance) {
  EXPECT_TRUE(LookAtFloors({8, 16}, 0.25, 0.125, 0.125).by_floor);
  EXPECT_FALSE(LookAtFloors({8, 16}, 0.25, 0.25, 0.125).by_floor);  // equal to the tolerance
  EXPECT_FALSE(LookAtFloors({8, 16}, 0.5, 0, 0.125).by_floor);
}

// A p_slower of 14% is a hint of a slowdown before half of the launches are made, and none from then on.
TEST(GroupSequential, HalfOfTheLaunchesBelongToTheSecondHalf) {
  const Look at_half = LookAtFloors({8, 16}, 0, 0, 0.125);
  EXPECT_GT(at_half.p_slower, 0.05);
  EXPECT_LT(at_half.p_slower, 0.25);
  EXPECT_TRUE(at_half.by_floor);
  EXPECT_EQ(at_half.decision, Decision::kPass);
  const Look before = LookAtFloors({8, 17}, 0, 0, 0.125);
  EXPECT_FALSE(before.by_floor);
  EXPECT_EQ(before.decision, Decision::kOpen);
}

TEST(GroupSequential, ADifferenceOfATickNeitherFailsNorPasses) {
  const auto after_one_look = [](double change, double log_tick) {
    std::vector<double> sides[2];
    for (int i = 0; i < 10; ++i) {
      for (const int side : {0, 1}) sides[side].push_back(std::ldexp(i, -20) + side * change);
    }
    SpendingPlan plan({10});
    RankSumTable table;
    GroupSequential test(0.75, 0.015, log_tick);
    test.TakeLook({sides[0], sides[1], {}}, plan, table);
    if (test.open()) test.FailsAt(0.05, plan);
    test.Close();
    EXPECT_EQ(test.looks()[0].decision, test.decision());
    return test.decision();
  };
  EXPECT_EQ(after_one_look(0.5, 0), Decision::kPass);
  EXPECT_EQ(after_one_look(0.5, 0.25), Decision::kFail);  // with the tick it is equal to the tolerance
  EXPECT_EQ(after_one_look(0.5, 0.5), Decision::kInconclusive);
  EXPECT_EQ(after_one_look(1.0, 0.5), Decision::kFail);
}

TEST(DecisionName, EachHasItsOwn) {
  EXPECT_EQ(DecisionName(Decision::kOpen), "open");
  EXPECT_EQ(DecisionName(Decision::kPass), "pass");
  EXPECT_EQ(DecisionName(Decision::kFail), "fail");
  EXPECT_EQ(DecisionName(Decision::kInconclusive), "inconclusive");
}

}  // namespace
}  // namespace mpigauge
