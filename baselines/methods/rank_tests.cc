#include "baselines/methods/rank_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "baselines/compare/method.h"
#include "stats/covariate_rank_sum.h"
#include "stats/detectable.h"
#include "stats/moments.h"
#include "stats/signed_rank.h"

namespace mpigauge {
namespace {

std::vector<WithCovariate> Known(const std::vector<double>& values, const std::vector<double>& controls) {
  std::vector<WithCovariate> sample;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(controls[i])) sample.push_back({values[i], controls[i]});
  }
  return sample;
}

}  // namespace

std::vector<Judgement> ByRankSumAdjusted(const std::vector<PairedLaunches>& suite, double confidence,
                                         std::vector<std::string>&) {
  std::map<std::pair<std::size_t, std::size_t>, RankSumDistribution> distributions;
  std::vector<Judgement> judgements;
  for (const PairedLaunches& one : suite) {
    const auto baseline = Known(one.baseline, one.baseline_controls);
    const auto candidate = Known(one.candidate, one.candidate_controls);
    const auto distribution =
        distributions.try_emplace({baseline.size(), candidate.size()}, baseline.size(), candidate.size()).first;
    const CovariateRankSum result = RankSumWithCovariate(baseline, candidate, confidence, distribution->second);
    judgements.push_back({result.p_larger, result.p_smaller, result.shift});
  }
  return judgements;
}

namespace {

Judgement Judged(const std::vector<double>& differences, double confidence, const SignedRankDistribution& ranks) {
  std::vector<double> negated;
  for (const double d : differences) negated.push_back(-d);
  return {SignedRankPositive(differences), SignedRankPositive(negated),
          SignedRankInterval(differences, confidence, ranks)};
}

}  // namespace

std::vector<double> DifferencesWithinBlocks(const PairedLaunches& series) {
  std::map<std::size_t, double> baseline;
  for (std::size_t i = 0; i < series.baseline_blocks.size(); ++i) {
    baseline.try_emplace(series.baseline_blocks[i], series.baseline[i]);
  }
  std::map<std::size_t, double> differences;
  for (std::size_t i = 0; i < series.candidate_blocks.size(); ++i) {
    const auto partner = baseline.find(series.candidate_blocks[i]);
    if (partner != baseline.end()) differences.try_emplace(partner->first, series.candidate[i] - partner->second);
  }
  std::vector<double> values;
  for (const auto& [block, difference] : differences) values.push_back(difference);
  return values;
}

double DetectableWithinBlocks(const PairedLaunches& series, double level) {
  Moments moments;
  for (const double difference : DifferencesWithinBlocks(series)) moments.Add(difference);
  if (moments.count() < 2) return std::numeric_limits<double>::quiet_NaN();
  return std::exp(DetectableBySignedRank(static_cast<std::size_t>(moments.count()), moments.StandardDeviation(), level,
                                         kDetectablePower));
}

std::size_t BlocksForSignedRank(double level) {
  return static_cast<std::size_t>(std::max(2.0, std::ceil(-std::log2(level) - 1e-9)));
}

std::vector<Judgement> BySignedRank(const std::vector<PairedLaunches>& suite, double confidence,
                                    std::vector<std::string>& notes) {
  std::map<std::size_t, SignedRankDistribution> known;  // a suite has few numbers of blocks
  std::vector<Judgement> judgements;
  std::size_t alone = 0;
  for (const PairedLaunches& one : suite) {
    const std::vector<double> differences = DifferencesWithinBlocks(one);
    const auto ranks = known.try_emplace(differences.size(), differences.size()).first;
    judgements.push_back(Judged(differences, confidence, ranks->second));
    alone = std::max(alone, one.baseline.size() + one.candidate.size() - 2 * differences.size());
  }
  if (alone > 0) {
    notes.push_back(
        fmt::format("signed-rank: up to {} launches of a series have no partner in their block and are "
                    "left out",
                    alone));
  }
  return judgements;
}

}  // namespace mpigauge
