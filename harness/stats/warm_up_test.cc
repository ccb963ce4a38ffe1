#include "harness/stats/warm_up.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "harness/stats/oracle.h"

namespace mpigauge {
namespace {

TEST(WarmUp, CutsWhereTheDefinitionSays) {
  for (const Json& row : Oracle().at("estimates")) {
    if (!row.contains("mser")) continue;
    const auto values = Generated(row.at("kind").get<std::string>(), row.at("n"));
    EXPECT_EQ(MserCut(values), row.at("mser")) << row.at("kind") << row.at("n");
  }
}

// Noise of an autoregression, exponentiated: skewed to the right as times are.
std::vector<double> Noise(double coefficient, std::size_t n, std::mt19937& random) {
  std::normal_distribution<double> normal;
  std::vector<double> values;
  double state = normal(random) / std::sqrt(1 - coefficient * coefficient);
  for (std::size_t i = 0; i < n; ++i) {
    values.push_back(std::exp(0.05 * state));
    state = coefficient * state + normal(random);
  }
  return values;
}

double ShareCut(double coefficient, std::size_t n, int runs) {
  std::mt19937 random(7);
  int cut = 0;
  for (int i = 0; i < runs; ++i) {
    const WarmUp warm_up = DetectWarmUp(Noise(coefficient, n, random));
    cut += warm_up.cut > 0 || !warm_up.settled;
  }
  return static_cast<double>(cut) / runs;
}

// What warm_up.h promises, with four standard errors to spare (2000 runs: 0.9 points at 1%, 1.8 at 4%).
TEST(WarmUp, StationaryNoiseIsLeftAlone) {
  for (const std::size_t n : {40, 100, 1000}) EXPECT_LE(ShareCut(0, n, 2000), 0.019) << n;
  for (const std::size_t n : {100, 1000}) EXPECT_LE(ShareCut(0.6, n, 2000), 0.058) << n;
  EXPECT_LE(ShareCut(0.6, 10000, 200), 0.1);
}

// Starts at up to twice its level and gets there within some 150 observations.
TEST(WarmUp, AWarmUpIsFoundAndCut) {
  std::mt19937 random(8);
  int found = 0;
  for (int i = 0; i < 200; ++i) {
    auto values = Noise(0.3, 1000, random);
    for (std::size_t k = 0; k < values.size(); ++k) values[k] += std::exp(-static_cast<double>(k) / 40);
    const WarmUp warm_up = DetectWarmUp(values);
    found += warm_up.settled && 60 <= warm_up.cut && warm_up.cut <= 350;
  }
  EXPECT_GE(found, 190);
}

TEST(WarmUp, ALevelThatChangesOnceIsCutThere) {
  std::mt19937 random(9);
  auto values = Noise(0, 400, random);
  for (std::size_t k = 0; k < 50; ++k) values[k] *= 1.5;
  const std::size_t cut = DetectWarmUp(values).cut;
  EXPECT_GE(cut, 50u);
  EXPECT_LE(cut, 65u);
}

TEST(WarmUp, ATrendThatDoesNotEndIsSaidNotCut) {
  std::mt19937 random(10);
  auto values = Noise(0, 400, random);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] *= 1 + 0.002 * static_cast<double>(k);
  const WarmUp warm_up = DetectWarmUp(values);
  EXPECT_FALSE(warm_up.settled);
  EXPECT_EQ(warm_up.cut, 0u);
  EXPECT_LT(warm_up.p_value, 0.01);
}

// A preempted observation early on is no warm-up, however long it lasted.
TEST(WarmUp, SpikesAreNoWarmUp) {
  std::mt19937 random(11);
  auto values = Noise(0, 400, random);
  for (const std::size_t at : {3, 17, 40, 41}) values[at] *= 1000;
  EXPECT_EQ(DetectWarmUp(values).cut, 0u);
}

TEST(WarmUp, NothingIsSaidOfFewOrEqualValues) {
  EXPECT_EQ(DetectWarmUp({}).cut, 0u);
  EXPECT_EQ(MserCut({}), 0u);
  EXPECT_EQ(DetectWarmUp(std::vector<double>(1000, 1.0)).cut, 0u);
  std::vector<double> falling;
  for (int i = 0; i < 39; ++i) falling.push_back(100 - i);
  EXPECT_EQ(DetectWarmUp(falling).cut, 0u);
}

TEST(WarmUp, AMillionValues) {
  const WarmUp warm_up = DetectWarmUp(Generated("warming", 1000000));
  EXPECT_TRUE(warm_up.settled);
  EXPECT_GT(warm_up.cut, 200u);
  EXPECT_LT(warm_up.cut, 10000u);
}

TEST(WarmUp, RefusesWhatIsNotFinite) {
  EXPECT_THROW(DetectWarmUp(std::vector<double>{1, std::nan("")}), std::invalid_argument);
  EXPECT_THROW(MserCut(std::vector<double>{1, std::nan("")}), std::invalid_argument);
}

}  // namespace
}  // namespace mpigauge
