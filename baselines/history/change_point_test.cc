// Both ways of finding change points, against Python that writes every sum out, and in simulation.
#include "baselines/history/change_point.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "baselines/history/oracle.h"

namespace mpigauge {
namespace {

void ExpectPoints(const std::vector<ChangePoint>& found, const Json& expected, const Json& name) {
  ASSERT_EQ(found.size(), expected.size()) << name;
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].index, expected[i].at("index").get<std::size_t>()) << name;
    EXPECT_NEAR(found[i].p_value, expected[i].at("p_value").get<double>(), 1e-9) << name;
  }
}

TEST(ChangePointTest, AsTheOracleFindsThem) {
  EDivisive e_divisive({.level = 0.05, .permutations = 99, .minimum_segment = 3, .seed = 1});
  WindowedT::Settings narrow;
  narrow.window = 30;
  WindowedT windowed_t(narrow);
  WindowedT as_otava(WindowedT::Settings::AsOtava());
  std::size_t points = 0;
  for (const Json& one : HistoryOracle().at("sequences")) {
    const auto values = one.at("values").get<std::vector<double>>();
    const Json& name = one.at("name");
    if (!one.at("e_divisive").is_null()) ExpectPoints(e_divisive.Find(values), one.at("e_divisive"), name);
    ExpectPoints(windowed_t.Find(values), one.at("windowed_t"), name);
    ExpectPoints(as_otava.Find(values), one.at("as_otava"), name);
    points += one.at("windowed_t").size();
  }
  EXPECT_GT(points, 5u);
}

std::vector<double> Noise(std::mt19937_64& random, std::size_t n) {
  std::normal_distribution<double> normal(0, 0.02);
  std::vector<double> values(n);
  for (double& value : values) value = normal(random);
  return values;
}

// The permutation test keeps its level: of 2000 sequences without a change, at most 0.5% have one. The bound is 4
// standard errors above it. The level is exact, so that far below would be wrong too.
TEST(ChangePointTest, EDivisiveKeepsItsLevel) {
  std::mt19937_64 random(1);
  constexpr int kSequences = 2000;
  EDivisive at_half_a_percent;
  EDivisive at_five_percent({.level = 0.05});
  int half_a_percent = 0;
  int five_percent = 0;
  for (int i = 0; i < kSequences; ++i) {
    const std::vector<double> values = Noise(random, 40);
    half_a_percent += at_half_a_percent.Find(values).empty() ? 0 : 1;
    five_percent += at_five_percent.Find(values).empty() ? 0 : 1;
  }
  EXPECT_NEAR(half_a_percent, 0.005 * kSequences, 4 * std::sqrt(0.005 * kSequences));
  EXPECT_NEAR(five_percent, 0.05 * kSequences, 4 * std::sqrt(0.05 * 0.95 * kSequences));
}

// A step of 5% under noise of 2% is found, and where it is.
TEST(ChangePointTest, AStepIsFoundAndDated) {
  std::mt19937_64 random(2);
  EDivisive e_divisive;
  WindowedT windowed_t;
  int by_e_divisive = 0;
  int by_windowed_t = 0;
  const auto dated = [](const std::vector<ChangePoint>& points) {
    return points.size() == 1 && points[0].index >= 28 && points[0].index <= 32 ? 1 : 0;
  };
  for (int i = 0; i < 200; ++i) {
    std::vector<double> values = Noise(random, 60);
    for (std::size_t t = 30; t < 60; ++t) values[t] += 0.05;
    by_e_divisive += dated(e_divisive.Find(values));
    by_windowed_t += dated(windowed_t.Find(values));
  }
  EXPECT_GE(by_e_divisive, 190);
  EXPECT_GE(by_windowed_t, 190);
}

TEST(ChangePointTest, OneStrangeRunIsNoChange) {
  std::mt19937_64 random(3);
  std::vector<double> values = Noise(random, 60);
  values[30] += 1;
  EXPECT_TRUE(EDivisive().Find(values).empty());
  EXPECT_TRUE(WindowedT().Find(values).empty());
}

TEST(ChangePointTest, NothingToFind) {
  for (const std::vector<double>& values : {std::vector<double>{}, std::vector<double>{1.0},
                                            std::vector<double>{1, 2, 3, 4, 5}, std::vector<double>(50, 2)}) {
    EXPECT_TRUE(EDivisive().Find(values).empty());
    EXPECT_TRUE(WindowedT().Find(values).empty());
    EXPECT_TRUE(WindowedT(WindowedT::Settings::AsOtava()).Find(values).empty());
  }
  EXPECT_THROW(EDivisive().Find(std::vector<double>{1, 2, NAN}), std::invalid_argument);
  EXPECT_THROW(WindowedT().Find(std::vector<double>{1, 2, NAN}), std::invalid_argument);
}

}  // namespace
}  // namespace mpigauge
