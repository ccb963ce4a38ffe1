#include "harness/stats/autocorrelation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "harness/stats/oracle.h"

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

}  // namespace
}  // namespace mpigauge
