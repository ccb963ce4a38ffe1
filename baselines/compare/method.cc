#include "baselines/compare/method.h"

#include <map>
#include <optional>
#include <utility>

#include "baselines/compare/detectable_ratio.h"
#include "baselines/compare/reach.h"
#include "harness/stats/holm.h"
#include "harness/stats/slower.h"

namespace mpigauge {
namespace {

using PairedSuite = std::vector<PairedLaunches>;
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

std::vector<Judgement> ByRankSum(const PairedSuite& suite, double confidence, Notes&) {
  HodgesLehmannOf shift;
  std::vector<Judgement> judgements;
  for (const PairedLaunches& one : suite) {
    judgements.push_back({SlowerAtAnySpread(one.baseline, one.candidate),
                          SlowerAtAnySpread(one.candidate, one.baseline), shift(one, confidence)});
  }
  return judgements;
}

}  // namespace

const CompareMethod& RankSum() {
  static const CompareMethod kRankSum = {
      .method = TestMethod::kRankSum,
      .text =
          "exact, over launches, with the Hodges-Lehmann ratio; assumes no distribution. Where one side varies "
          "more than the other, the p of a t test for unequal variances counts if it is larger",
      .promise = "",
      .judge = ByRankSum,
      .detectable = DetectableByRankSum,
      .launches_needed = LaunchesForRankSum};
  return kRankSum;
}

const SuiteCorrection& Holm() {
  static const SuiteCorrection kHolm = {Correction::kHolm, HolmAdjusted};
  return kHolm;
}

}  // namespace mpigauge
