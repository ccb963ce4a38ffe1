#include "ci/bisect/posterior.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

namespace mpigauge {
namespace {

using testing::DoubleNear;
using testing::Each;
using testing::SizeIs;

struct Answer {
  std::size_t commit;
  double difference;
};

double StudentDensity(double value, double scale, double nu) {
  return std::exp(std::lgamma((nu + 1) / 2) - std::lgamma(nu / 2)) / (std::sqrt(nu * M_PI) * scale) *
         std::pow(1 + value * value / (nu * scale * scale), -(nu + 1) / 2);
}

// Brute force: the product of all densities for each commit, size, scale and shape, on a far wider grid.
std::vector<double> Oracle(std::size_t suspects, const std::vector<Answer>& answers) {
  std::vector<double> chances(suspects);
  for (double size = 0.001; size < 0.3; size += 0.002) {
    for (double scale = 0.0005; scale < 1; scale *= 1.1) {
      for (const double nu : BisectPosterior::kDegrees) {
        for (std::size_t k = 1; k <= suspects; ++k) {
          double product = 1 / size;
          for (const Answer& answer : answers) {
            product *= StudentDensity(answer.difference - (answer.commit >= k ? size : 0), scale, nu);
          }
          chances[k - 1] += product;
        }
      }
    }
  }
  const double sum = std::accumulate(chances.begin(), chances.end(), 0.0);
  for (double& chance : chances) chance /= sum;
  return chances;
}

TEST(BisectPosterior, IsThatOfBruteForce) {
  std::mt19937_64 random(11);
  for (const double deviation : {0.01, 0.03}) {
    for (const std::size_t culprit : {1u, 4u, 7u}) {
      std::normal_distribution<> noise(0, deviation);
      std::vector<double> ends;
      std::vector<Answer> answers;
      for (int i = 0; i < 8; ++i) {
        ends.push_back(0.08 + noise(random));
        answers.push_back({7, ends.back()});
      }
      BisectPosterior posterior(7, ends);
      for (const std::size_t commit : {4u, 2u, 4u, 6u, 3u, 5u, 4u}) {
        answers.push_back({commit, (commit >= culprit ? 0.08 : 0) + noise(random)});
        posterior.Add(commit, answers.back().difference);
      }
      const auto expected = Oracle(7, answers);
      const auto chances = posterior.Chances();
      ASSERT_THAT(chances, SizeIs(7));
      for (std::size_t k = 0; k < 7; ++k) EXPECT_NEAR(chances[k], expected[k], 0.01) << k << ", sd " << deviation;
    }
  }
}

TEST(BisectPosterior, TheEndsAloneSayNothingOfTheCommit) {
  EXPECT_THAT(BisectPosterior(5, std::vector{0.08, 0.07, 0.09}).Chances(), Each(DoubleNear(0.2, 1e-9)));
}

TEST(BisectPosterior, OneWildAnswerDecidesNothing) {
  BisectPosterior posterior(2, std::vector{0.08, 0.07, 0.09, 0.08, 0.075, 0.085});
  posterior.Add(1, 1.5);
  const double after_wild = posterior.Chances()[0];
  EXPECT_GT(after_wild, 0.4);
  EXPECT_LT(after_wild, 0.75);
  posterior.Add(1, 0.0);
  posterior.Add(1, 0.005);
  EXPECT_LT(posterior.Chances()[0], 0.01);  // commit 1 is fast: the first slow one is the bad end
}

TEST(BisectPosterior, EqualLaunchesAndManyAnswersStayFinite) {
  BisectPosterior posterior(64, std::vector<double>(4, 0.08));
  for (int i = 0; i < 500; ++i) posterior.Add(static_cast<std::size_t>(1 + i % 63), i % 63 < 30 ? 0.0 : 0.08);
  const auto chances = posterior.Chances();
  EXPECT_NEAR(std::accumulate(chances.begin(), chances.end(), 0.0), 1, 1e-9);
  EXPECT_GT(chances[30], 0.999);
}

}  // namespace
}  // namespace mpigauge
