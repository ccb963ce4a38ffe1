#include "baselines/methods/t_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/distribution.h"
#include "stats/moderated_t.h"
#include "stats/moments.h"
#include "stats/slower.h"

namespace mpigauge {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

Moments MomentsOf(const std::vector<double>& values) {
  Moments moments;
  for (const double value : values) moments.Add(value);
  return moments;
}

// The two sides as one: difference of means, and the variance pooled over both.
struct Pooled {
  double difference = 0;
  double variance = 0;
  double degrees = 0;
};

Pooled PooledOf(const PairedLaunches& series) {
  const Moments before = MomentsOf(series.baseline);
  const Moments after = MomentsOf(series.candidate);
  Pooled pooled;
  pooled.difference = after.mean() - before.mean();
  pooled.degrees = static_cast<double>(before.count() + after.count() - 2);
  if (!(pooled.degrees > 0)) return pooled;
  const double squares = static_cast<double>(before.count() - 1) * std::pow(before.StandardDeviation(), 2) +
                         static_cast<double>(after.count() - 1) * std::pow(after.StandardDeviation(), 2);
  pooled.variance = squares / pooled.degrees;
  return pooled;
}

VariancePrior PriorOf(const std::vector<Pooled>& suite, std::vector<std::string>& notes) {
  std::vector<double> variances;
  std::vector<double> degrees;
  for (const Pooled& one : suite) {
    if (!(one.variance > 0)) continue;
    variances.push_back(one.variance);
    degrees.push_back(one.degrees);
  }
  if (variances.size() >= kFewestForPrior) return SafeVariancePrior(variances, degrees);
  notes.push_back(
      fmt::format("moderated-t: {} series are too few to learn from how they vary ({} are needed); each "
                  "was judged by Student's t test",
                  variances.size(), kFewestForPrior));
  return {};
}

Judgement Moderated(const PairedLaunches& series, const Pooled& pooled, const VariancePrior& prior, double confidence) {
  const ModeratedT test = ModeratedTest(pooled.difference, pooled.variance, pooled.degrees, series.baseline.size(),
                                        series.candidate.size(), prior);
  if (!(test.error > 0)) return {1, 1, {pooled.difference, kNone, kNone, 0}};
  const double half = StudentQuantile((1 + confidence) / 2, test.degrees) * test.error;
  return {test.p_slower,
          1 - test.p_slower,
          {pooled.difference, pooled.difference - half, pooled.difference + half, confidence}};
}

// A launch without observations stands for itself with its median.
LaunchSamples WithMedians(LaunchSamples observations, const std::vector<double>& medians) {
  observations.resize(medians.size());
  for (std::size_t i = 0; i < medians.size(); ++i) {
    if (observations[i].empty()) observations[i] = {medians[i]};
  }
  return observations;
}

Judgement Bootstrapped(const PairedLaunches& series, double confidence) {
  constexpr std::uint64_t kSeed = 1;  // equal launches, equal verdicts
  const HierarchicalBootstrap bootstrap(WithMedians(series.baseline_observations, series.baseline),
                                        WithMedians(series.candidate_observations, series.candidate), kResamples,
                                        kSeed);
  const auto interval = bootstrap.At(confidence);
  return {bootstrap.PSlower(), bootstrap.PFaster(),
          interval ? ShiftInterval{bootstrap.estimate(), interval->low, interval->high, confidence}
                   : ShiftInterval{bootstrap.estimate(), kNone, kNone, 0}};
}

}  // namespace

std::vector<Judgement> ByWelch(const std::vector<PairedLaunches>& suite, double confidence, std::vector<std::string>&) {
  std::vector<Judgement> judgements;
  for (const PairedLaunches& one : suite) {
    const auto interval = WelchInterval(one.baseline, one.candidate, confidence);
    const double estimate = MomentsOf(one.candidate).mean() - MomentsOf(one.baseline).mean();
    judgements.push_back({WelchSlower(one.baseline, one.candidate), WelchSlower(one.candidate, one.baseline),
                          interval ? ShiftInterval{estimate, interval->low, interval->high, confidence}
                                   : ShiftInterval{estimate, kNone, kNone, 0}});
  }
  return judgements;
}

std::vector<Judgement> ByModeratedT(const std::vector<PairedLaunches>& suite, double confidence,
                                    std::vector<std::string>& notes) {
  std::vector<Pooled> pooled;
  for (const PairedLaunches& one : suite) pooled.push_back(PooledOf(one));
  const VariancePrior prior = suite.empty() ? VariancePrior() : PriorOf(pooled, notes);
  std::vector<Judgement> judgements;
  for (std::size_t i = 0; i < suite.size(); ++i) {
    judgements.push_back(Moderated(suite[i], pooled[i], prior, confidence));
  }
  return judgements;
}

std::vector<Judgement> ByBootstrap(const std::vector<PairedLaunches>& suite, double confidence,
                                   std::vector<std::string>&) {
  std::vector<Judgement> judgements;
  for (const PairedLaunches& one : suite) judgements.push_back(Bootstrapped(one, confidence));
  return judgements;
}

}  // namespace mpigauge
