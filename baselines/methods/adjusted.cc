#include "baselines/methods/adjusted.h"

#include <cmath>
#include <map>
#include <utility>

#include "harness/stats/covariate_rank_sum.h"

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

}  // namespace mpigauge
