#include "stats/sequence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "stats/oracle.h"

namespace mpigauge {
namespace {

TEST(Autocorrelation, EqualsNumPy) {
  for (const Json& row : Oracle().at("estimates")) {
    if (!row.contains("effective")) continue;
    const auto values = Generated(row.at("kind").get<std::string>(), row.at("n"));
    const double want = row.at("effective");
    EXPECT_NEAR(EffectiveObservations(values).count, want, 1e-6 * want) << row.at("kind") << row.at("n");
  }
}

std::vector<double> Autoregression(double coefficient, std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> values;
  double state = 0;
  for (std::size_t i = 0; i < n; ++i) values.push_back(state = coefficient * state + normal(random));
  return values;
}

// In theory n (1 - a) / (1 + a).
TEST(Autocorrelation, KnowsAnAutoregression) {
  const double counts = EffectiveObservations(Autoregression(0.6, 200000, 1)).count / 200000;
  EXPECT_NEAR(counts, 0.25, 0.02);
  EXPECT_GT(EffectiveObservations(Autoregression(0, 200000, 2)).count / 200000, 0.95);
}

TEST(Autocorrelation, AlternatingValuesCountAsTheyAre) {
  EXPECT_EQ(EffectiveObservations(Autoregression(-0.6, 10000, 3)).count, 10000);
}

TEST(Autocorrelation, EqualValuesAreNotCorrelated) {
  const std::vector<double> equal(100, 0.1);
  EXPECT_EQ(EffectiveObservations(equal).count, 100);
  EXPECT_EQ(EffectiveObservations({}).count, 0);
  EXPECT_EQ(EffectiveObservations(std::vector<double>{3}).count, 1);
}

TEST(Autocorrelation, CorrelationBeyondTheLagsIsSaid) {
  std::vector<double> slope(1000000);
  for (std::size_t i = 0; i < slope.size(); ++i) slope[i] = static_cast<double>(i);
  EXPECT_TRUE(EffectiveObservations(slope).bounded);
  EXPECT_FALSE(EffectiveObservations(Autoregression(0.6, 1000, 4)).bounded);
}

TEST(Autocorrelation, RefusesWhatIsNotFinite) {
  EXPECT_THROW(EffectiveObservations(std::vector<double>{1, std::nan("")}), std::invalid_argument);
  EXPECT_THROW(EffectiveObservations(std::vector<double>{1, std::numeric_limits<double>::infinity()}),
               std::invalid_argument);
}

TEST(MannKendall, EqualsSciPy) {
  for (const Json& row : Oracle().at("estimates")) {
    if (!row.contains("trend")) continue;
    const Trend trend = MannKendall(Generated(row.at("kind").get<std::string>(), row.at("n")));
    const double score = row.at("trend")[0];
    const double p = row.at("trend")[1];
    EXPECT_NEAR(trend.score, score, 1) << row.at("kind") << row.at("n");
    EXPECT_NEAR(trend.p_value, p, 1e-6 * p + 1e-12) << row.at("kind") << row.at("n");
  }
}

TEST(MannKendall, RisingFallingAndFlat) {
  EXPECT_EQ(MannKendall(std::vector<double>{1, 2, 3, 4, 5}).score, 10);
  EXPECT_EQ(MannKendall(std::vector<double>{5, 4, 3, 2, 1}).score, -10);
  EXPECT_EQ(MannKendall(std::vector<double>{1, 1, 2}).score, 2);
  EXPECT_EQ(MannKendall(std::vector<double>(7, 3.0)).p_value, 1);
  EXPECT_EQ(MannKendall({}).p_value, 1);
  EXPECT_EQ(MannKendall(std::vector<double>{4}).p_value, 1);
}

TEST(MannKendall, CorrelatedValuesSayLess) {
  const Trend trend = MannKendall(std::vector<double>{1, 2, 3, 5, 4, 6, 7, 9, 8, 10});
  // Two of 45 pairs are the wrong way round, and the variance is 10 * 9 * 25 / 18: 41 is 3.667 deviations. Where four
  // count as one it is half of that.
  EXPECT_EQ(trend.score, 41);
  EXPECT_NEAR(trend.deviation, std::sqrt(125), 1e-12);
  EXPECT_NEAR(trend.p_value, std::erfc(41 / std::sqrt(250)), 1e-12);
  EXPECT_NEAR(trend.PValue(4), 0.066717, 1e-6);
}

TEST(MannKendall, RefusesWhatIsNotFinite) {
  EXPECT_THROW(MannKendall(std::vector<double>{1, std::nan("")}), std::invalid_argument);
}

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

// Tests the promises of sequence.h with four standard errors to spare (2000 runs: 0.9 points at 1%, 1.8 at 4%).
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

// Twenty values around 10, then such around 1: of 39 nothing is said, of 40 that there is a trend.
TEST(WarmUp, SomethingIsSaidFromFortyValuesOn) {
  std::vector<double> values;
  for (int i = 0; i < 40; ++i) values.push_back((i < 20 ? 10 : 1) + i % 2);
  EXPECT_LT(DetectWarmUp(values).p_value, 1e-4);
  values.pop_back();
  EXPECT_EQ(DetectWarmUp(values).p_value, 1);
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
