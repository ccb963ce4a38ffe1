#include "baselines/methods/methods.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "base/error.h"
#include "baselines/compare/method.h"
#include "baselines/methods/rank_tests.h"
#include "baselines/methods/t_tests.h"
#include "stats/benjamini_hochberg.h"
#include "stats/detectable.h"

namespace mpigauge {
namespace {

// An understatement for moderated-t, which finds more.
double DetectableByTTest(const PairedLaunches& series, double level) {
  return DetectableRatio(series, level, DetectableByT);
}

// They need no ranks.
std::size_t TwoLaunches(double) { return 2; }

}  // namespace

const std::vector<CompareMethod>& CompareMethods() {
  static const std::vector<CompareMethod> kMethods = {
      RankSum(),
      {.method = TestMethod::kSignedRank,
       .text = "exact, over differences within blocks of launches that were made side by side: what drifts during a "
               "campaign cancels; n blocks allow no p below 2^-n",
       .promise = "",
       .needs_blocks = true,
       .judge = BySignedRank,
       .detectable = DetectableWithinBlocks,
       .launches_needed = BlocksForSignedRank},
      {.method = TestMethod::kWelch,
       .text = "Welch's t test of the launches' mean logarithms; says something from two launches a side on, bad "
               "launches cost it power",
       .promise = "welch keeps the stated error rate where the logarithms of launches are normally distributed",
       .judge = ByWelch,
       .detectable = DetectableByTTest,
       .launches_needed = TwoLaunches},
      {.method = TestMethod::kModeratedT,
       .text = "t test whose variance is shrunk towards that of all series (empirical Bayes): most power with "
               "few launches and many series",
       .promise = "moderated-t keeps the stated error rate where the logarithms of launches are normally distributed, "
                  "and both sides vary alike",
       .judge = ByModeratedT,
       .detectable = DetectableByTTest,
       .launches_needed = TwoLaunches},
      {.method = TestMethod::kBootstrap,
       .text = "launches and the observations in them resampled, spread as Student's t is; p is never below 0.001, so "
               "it suits few series",
       .promise = "bootstrap keeps the stated error rate approximately, from ten launches a side on",
       .needs_observations = true,
       .judge = ByBootstrap,
       .detectable = DetectableByTTest,
       .launches_needed = TwoLaunches},
  };
  return kMethods;
}

const CompareMethod& FindCompareMethod(std::string_view name) {
  std::vector<std::string> names;
  for (const CompareMethod& method : CompareMethods()) {
    names.push_back(MethodName(method.method));
    if (names.back() == name) return method;
  }
  throw UsageError("unknown method '{}'; there are {}", name, fmt::join(names, ", "));
}

const CompareMethod& AdjustedForControls() {
  static const CompareMethod kAdjusted = [] {
    CompareMethod method = RankSum();
    method.needs_controls = true;
    method.judge = ByRankSumAdjusted;
    return method;
  }();
  return kAdjusted;
}

const SuiteCorrection& FindCorrection(std::string_view name) {
  static const SuiteCorrection kBenjaminiHochberg = {Correction::kBenjaminiHochberg, BenjaminiHochbergAdjusted};
  return CorrectionFromName(name) == Correction::kHolm ? Holm() : kBenjaminiHochberg;
}

}  // namespace mpigauge
