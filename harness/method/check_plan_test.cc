#include "harness/method/check_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

namespace mpigauge {
namespace {

constexpr std::int64_t kVisit = 10'000'000;

// The contents of the operations that a visit of 10 ms checks where each takes `operation_ns`.
std::vector<std::int64_t> Checked(std::mt19937_64& random, std::int64_t operation_ns) {
  CheckPlan plan(0, random);
  std::vector<std::int64_t> contents;
  for (std::int64_t now = kVisit; true; now += operation_ns) {
    const std::int64_t next = plan.Next(now);
    if (next == 0) return contents;
    contents.push_back(next);
  }
}

TEST(CheckPlan, ChecksOneToFourOperationsWithOtherContentsEachTime) {
  std::mt19937_64 random(1);
  std::set<std::size_t> counts;
  for (int visit = 0; visit < 1000; ++visit) {
    const std::vector<std::int64_t> contents = Checked(random, 1000);
    counts.insert(contents.size());
    EXPECT_EQ(std::ranges::adjacent_find(contents), contents.end());
    EXPECT_THAT(contents, testing::Each(testing::AllOf(testing::Ge(1), testing::Le(100))));
  }
  EXPECT_THAT(counts, testing::ElementsAre(1, 2, 3, 4));
}

TEST(CheckPlan, ChecksTakeAFiftiethOfTheVisit) {
  std::mt19937_64 random(1);
  for (int visit = 0; visit < 100; ++visit) {
    EXPECT_LE(Checked(random, 100'000).size(), 2U);
    EXPECT_EQ(Checked(random, 150'000).size(), 1U);
    EXPECT_EQ(Checked(random, kVisit).size(), 1U);
  }
}

TEST(CheckPlan, OneIsEnoughWhereAnOperationTakesLong) {
  std::mt19937_64 random(1);
  for (int visit = 0; visit < 100; ++visit) {
    CheckPlan plan(0, random);
    const std::int64_t now = 1'000'000'000'000;  // a long visit
    EXPECT_NE(plan.Next(now), 0);
    EXPECT_EQ(plan.Next(now + CheckPlan::kLongOperation + 1), 0);
  }
}

// A library that does something in every second call, or in one of five, or that is wrong in every tenth one, in a
// launch of ten passes of which each has forty observations.
TEST(CheckPlan, FindsWhatIsWrongWithAPeriod) {
  std::mt19937_64 random(1);
  const auto missed = [&](auto is_wrong) {
    int launches = 0;
    for (int launch = 0; launch < 1000; ++launch) {
      bool found = false;
      std::int64_t call = 0;
      for (int pass = 0; pass < 10; ++pass) {
        call += 43;
        const auto checked = static_cast<std::int64_t>(Checked(random, 1000).size());
        for (std::int64_t i = 0; i < checked; ++i) found |= is_wrong(++call);
      }
      launches += !found;
    }
    return launches;
  };
  EXPECT_EQ(missed([](std::int64_t call) { return call % 2 != 0; }), 0);
  EXPECT_EQ(missed([](std::int64_t call) { return call % 5 != 0; }), 0);
  EXPECT_LT(missed([](std::int64_t call) { return call % 10 == 0; }), 150);
}

TEST(CheckPlan, ALookIsDrawnForOneInEightObservations) {
  std::mt19937_64 random(1);
  CheckPlan plan(0, random);
  int looks = 0;
  for (int i = 0; i < 80'000; ++i) looks += plan.DrawsLook() ? 1 : 0;
  EXPECT_NEAR(looks, 10'000, 400);
}

// The chance that a fault of this rate is in no checked call of a visit. The formula and the numbers of the next tests
// are in docs/methods/clocks_and_families.md.
double MissedByVisit(double rate, int observations) {
  const double right = 1 - rate;
  const double by_those_at_the_end = (right + std::pow(right, 2) + std::pow(right, 3) + std::pow(right, 4)) / 4;
  return by_those_at_the_end * std::pow(1 - rate / CheckPlan::kLookEvery, observations - 1);
}

// Ten passes of each series, as a launch has.
double FoundByGate(double rate, int observations, int launches, int series) {
  return 1 - std::pow(MissedByVisit(rate, observations), 10.0 * launches * series);
}

TEST(CheckPlan, AVisitFindsRareFaultsWithTheChanceThatIsDocumented) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> chance(0, 1);
  for (const auto& [rate, observations] : {std::pair(0.01, 20), std::pair(0.05, 40), std::pair(0.01, 1)}) {
    constexpr int kVisits = 100'000;
    int missed = 0;
    for (int visit = 0; visit < kVisits; ++visit) {
      CheckPlan plan(0, random);
      std::int64_t looks = 0;
      for (int i = 0; i + 1 < observations; ++i) looks += plan.DrawsLook() ? 1 : 0;
      looks += static_cast<std::int64_t>(Checked(random, 1000).size());
      bool found = false;
      for (std::int64_t i = 0; i < looks; ++i) found |= chance(random) < rate;
      missed += found ? 0 : 1;
    }
    EXPECT_NEAR(missed / double{kVisits}, MissedByVisit(rate, observations), 0.005);
  }
}

TEST(CheckPlan, AGateFindsRareFaultsWithTheChanceThatIsDocumented) {
  const auto percent = [](double share) { return std::round(1000 * share) / 10; };
  // One series, after the first look and after all launches; without looks between observations; ten series.
  EXPECT_EQ(percent(FoundByGate(0.01, 20, 6, 1)), 94.7);
  EXPECT_EQ(percent(FoundByGate(0.01, 20, 32, 1)), 100);
  EXPECT_EQ(percent(FoundByGate(0.01, 1, 6, 1)), 77.8);
  EXPECT_EQ(percent(FoundByGate(0.01, 20, 6, 10)), 100);
  EXPECT_EQ(percent(FoundByGate(0.001, 20, 6, 1)), 25.4);
  EXPECT_EQ(percent(FoundByGate(0.001, 20, 32, 1)), 79.0);
  EXPECT_EQ(percent(FoundByGate(0.001, 1, 6, 1)), 13.9);
  EXPECT_EQ(percent(FoundByGate(0.001, 20, 6, 10)), 94.6);
}

}  // namespace
}  // namespace mpigauge
