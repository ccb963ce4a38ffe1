#include "stats/moderated_t.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "base/json.h"

namespace mpigauge {
namespace {

const Json& Rows(const char* name) {
  static const Json kOracle = ReadJson("stats/testdata/comparison.json");
  return kOracle.at(name);
}

TEST(ModeratedT, EqualsSmythsFormulas) {
  for (const Json& row : Rows("moderated")) {
    const auto variances = row.at("variances").get<std::vector<double>>();
    const double degrees = row.at("degrees");
    const VariancePrior safe = SafeVariancePrior(variances, std::vector<double>(variances.size(), degrees));
    EXPECT_NEAR(safe.variance / row.at("prior_variance").get<double>(), 1, 1e-7);
    const Json& own = row.at("prior_degrees");  // of Smyth's prior; infinite where there are none
    const double infinite = std::numeric_limits<double>::infinity();
    const VariancePrior prior = {row.at("prior_variance").get<double>(), own.is_null() ? infinite : own.get<double>()};
    EXPECT_LE(safe.degrees, prior.degrees);
    const std::size_t n = row.at("launches");
    const ModeratedT test = ModeratedTest(row.at("difference"), variances[0], degrees, n, n, prior);
    EXPECT_NEAR(test.t, row.at("t"), 1e-6);
    EXPECT_NEAR(test.error, row.at("difference").get<double>() / row.at("t").get<double>(), 1e-8);
    EXPECT_NEAR(test.p_slower / row.at("p").get<double>(), 1, 1e-6);
  }
}

TEST(ModeratedT, WithoutAPriorItIsStudentsTest) {
  EXPECT_EQ(SafeVariancePrior({}, {}).degrees, 0);
  const ModeratedT test = ModeratedTest(2.262157, 5, 9, 10, 10, {});
  EXPECT_EQ(test.degrees, 9);
  EXPECT_NEAR(test.p_slower, 0.025, 1e-6);  // t = 2.262157 / sqrt(5 / 5)
}

TEST(ModeratedT, OneVarianceSaysNothingOfOthers) {
  const std::vector<double> variance = {4e-4};
  const std::vector<double> degrees = {4};
  EXPECT_EQ(SafeVariancePrior(variance, degrees).degrees, 0);
  // One without variation or without degrees of freedom is none.
  const std::vector<double> with_none = {4e-4, 0, 9e-4};
  EXPECT_EQ(SafeVariancePrior(with_none, std::vector<double>{4, 4, 0}).degrees, 0);
}

TEST(ModeratedT, ConstantSamplesGiveNoEvidence) {
  const ModeratedT test = ModeratedTest(1, 0, 4, 3, 3, {});
  EXPECT_EQ(test.p_slower, 1);
  EXPECT_EQ(test.error, 0);
}

// Ten variances that differ by no more than sampling explains, log chi-squared of 4: the prior is worth what ten can
// show, not infinitely much, and no test has more than 40 degrees. trigamma(2) = 0.6449.
TEST(ModeratedT, ASafePriorIsWorthWhatItsSeriesCanShow) {
  std::vector<double> variances;
  for (int i = 0; i < 10; ++i) variances.push_back(std::exp((i - 4.5) * 0.25));  // variance of the logarithms 0.5729
  const std::vector<double> degrees(10, 4.0);
  const VariancePrior prior = SafeVariancePrior(variances, degrees);
  // 0.5729 (1 + sqrt(2 / 9)) - 0.6449 = 0.1981, trigamma(5.53) = 0.1981.
  EXPECT_NEAR(prior.degrees, 2 * 5.53, 0.05);
  EXPECT_NEAR(prior.variance, 1.3104, 1e-4);  // exp(-digamma(2) + log(2)): the mean of the logarithms is 0
  const ModeratedT test = ModeratedTest(0.1, 1, 36, 3, 3, prior);
  EXPECT_EQ(test.degrees, 40);
  EXPECT_EQ(ModeratedTest(0.1, 1, 4, 3, 3, prior).degrees, prior.degrees + 4);
}

// 50 equal series of three launches a side, 2% each, variances that really differ: the level is kept where Welch's test
// has next to no degrees of freedom. Four standard errors of 50,000 tests.
TEST(ModeratedT, KeepsItsLevelWithThreeLaunches) {
  std::mt19937_64 random(13);
  std::normal_distribution<double> normal;
  std::chi_squared_distribution<double> chi_squared(8);
  int flagged = 0;
  for (int suite = 0; suite < 1000; ++suite) {
    std::vector<double> variances;
    std::vector<double> differences;
    for (int series = 0; series < 50; ++series) {
      const double deviation = 0.02 * std::sqrt(8 / chi_squared(random));
      double sums[2] = {0, 0};
      double squares = 0;
      for (double& sum : sums) {
        double values[3];
        for (double& x : values) sum += (x = deviation * normal(random)) / 3;
        for (const double x : values) squares += (x - sum) * (x - sum);
      }
      variances.push_back(squares / 4);
      differences.push_back(sums[1] - sums[0]);
    }
    const VariancePrior prior = SafeVariancePrior(variances, std::vector<double>(50, 4.0));
    for (std::size_t i = 0; i < 50; ++i) {
      flagged += ModeratedTest(differences[i], variances[i], 4, 3, 3, prior).p_slower <= 0.025;
    }
  }
  EXPECT_NEAR(flagged, 1250, 4 * 35);
}

}  // namespace
}  // namespace mpigauge
