#include "baselines/compare/method.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "baselines/compare/method_blocked.h"
#include "baselines/compare/method_t.h"
#include "harness/base/error.h"
#include "harness/stats/benjamini_hochberg.h"
#include "harness/stats/holm.h"
#include "harness/stats/kolmogorov_smirnov.h"
#include "harness/stats/rank_sum.h"

namespace mpigauge {
namespace {

using Suite = std::vector<PairedLaunches>;
using Notes = std::vector<std::string>;

// The interval that belongs to the rank sum. Its distributions, one per pair of sample sizes, are shared: a suite has
// few.
class HodgesLehmannOf {
 public:
  ShiftInterval operator()(const PairedLaunches& series, double confidence) {
    auto& distribution = known_[{series.baseline.size(), series.candidate.size()}];
    if (!distribution) distribution.emplace(series.baseline.size(), series.candidate.size());
    return HodgesLehmann(series.baseline, series.candidate, confidence, *distribution);
  }

 private:
  std::map<std::pair<std::size_t, std::size_t>, std::optional<RankSumDistribution>> known_;
};

std::vector<Judgement> ByRankSum(const Suite& suite, double confidence, Notes&) {
  HodgesLehmannOf shift;
  std::vector<Judgement> judgements;
  for (const PairedLaunches& one : suite) {
    judgements.push_back({RankSumSlower(one.baseline, one.candidate), RankSumSlower(one.candidate, one.baseline),
                          shift(one, confidence)});
  }
  return judgements;
}

// The p value has no side: it is the same for slower and faster.
std::vector<Judgement> ByShape(const Suite& suite, double confidence, Notes&) {
  HodgesLehmannOf shift;
  std::vector<Judgement> judgements;
  for (const PairedLaunches& one : suite) {
    const double p = CompareShapes(one.baseline, one.candidate).p;
    judgements.push_back({p, p, shift(one, confidence)});
  }
  return judgements;
}

}  // namespace

const std::vector<CompareMethod>& CompareMethods() {
  static const std::vector<CompareMethod> kMethods = {
      {"rank-sum", "exact, over launches, with the Hodges-Lehmann ratio; assumes no distribution", false, true,
       ByRankSum},
      {"signed-rank",
       "exact, over differences within blocks of launches that were made side by side: what drifts during a campaign "
       "cancels; n blocks allow no p below 2^-n",
       false, true, BySignedRank, true},
      {"welch",
       "Welch's t test of the launches' mean logarithms; says something from two launches a side on, bad "
       "launches cost it power",
       false, true, ByWelch},
      {"moderated-t",
       "t test whose variance is shrunk towards that of all series (empirical Bayes): most power with "
       "few launches and many series",
       false, true, ByModeratedT},
      {"bootstrap",
       "launches and the observations in them resampled, spread as Student's t is; p is never below 0.001, so it "
       "suits few series",
       true, true, ByBootstrap},
      {"kolmogorov-smirnov",
       "test of shape: its p says that the launches' medians are distributed differently, not "
       "that they are slower, so it fails nothing; verdicts come from the Hodges-Lehmann "
       "interval alone",
       false, false, ByShape},
  };
  return kMethods;
}

const CompareMethod& FindCompareMethod(std::string_view name) {
  std::vector<std::string> names;
  for (const CompareMethod& method : CompareMethods()) {
    if (method.name == name) return method;
    names.push_back(method.name);
  }
  throw UsageError("unknown method '{}'; there are {}", name, fmt::join(names, ", "));
}

std::vector<double> AdjustedBy(std::string_view correction, const std::vector<double>& p_values) {
  if (correction == "holm") return HolmAdjusted(p_values);
  if (correction == "bh") return BenjaminiHochbergAdjusted(p_values);
  throw UsageError("unknown correction '{}'; there are holm, bh", correction);
}

std::string CorrectionTitle(std::string_view correction) {
  AdjustedBy(correction, {});
  return correction == "bh" ? "Benjamini-Hochberg" : "Holm";
}

}  // namespace mpigauge
