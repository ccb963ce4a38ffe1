#include "baselines/compare/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/base/units.h"

namespace mpigauge {
namespace {

template <typename Compared>
void SortByVerdictAndRatio(std::vector<Compared>& all) {
  const auto order = [](const Compared& one) {
    const int verdict = one.verdict == Verdict::kFail ? 0 : one.verdict == Verdict::kInconclusive ? 1 : 2;
    return std::pair(verdict, std::isnan(one.ratio) ? -1e9 : -one.ratio);
  };
  std::stable_sort(all.begin(), all.end(), [&](const Compared& a, const Compared& b) { return order(a) < order(b); });
}

}  // namespace

std::string VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      return "pass";
    case Verdict::kFail:
      return "fail";
    case Verdict::kInconclusive:
      break;
  }
  return "inconclusive";
}

std::size_t Comparison::Count(Verdict wanted) const {
  return static_cast<std::size_t>(
      std::count_if(series.begin(), series.end(), [&](const SeriesComparison& s) { return s.verdict == wanted; }));
}

std::size_t Comparison::CountWaived() const {
  return static_cast<std::size_t>(
      std::count_if(series.begin(), series.end(), [](const SeriesComparison& s) { return !s.waived.empty(); }));
}

void Decide(SeriesComparison& series, double alpha, double confidence, double p_faster_adjusted) {
  const double limit = 1 + series.tolerance;
  const bool interval_holds = series.level >= confidence - 1e-9;
  const bool significant = series.p_adjusted <= alpha && series.ratio > limit;
  const bool proved = interval_holds && series.low > limit;
  if (significant || proved) {
    series.verdict = Verdict::kFail;
    series.reason = fmt::format("{} slower, tolerance {:.3g}%", FormatChange(series.ratio), series.tolerance * 100);
  } else if (interval_holds && series.high < limit) {
    series.verdict = Verdict::kPass;
    series.improved = p_faster_adjusted <= alpha && series.ratio < 1 / limit;
  } else {
    series.verdict = Verdict::kInconclusive;
    series.reason = interval_holds
                        ? fmt::format("anything from {} to {} is possible; more launches narrow it",
                                      FormatChange(series.low), FormatChange(series.high))
                        : fmt::format("{} and {} launches allow an interval of {:.1f}%, {:.3g}% is asked for",
                                      series.baseline_seconds.size(), series.candidate_seconds.size(),
                                      series.level * 100, confidence * 100);
  }
}

Verdict GateVerdict(const std::vector<SeriesComparison>& series, const std::vector<FamilyComparison>& families) {
  const auto any = [&](Verdict wanted) {
    const auto is = [&](const auto& one) { return one.verdict == wanted; };
    return std::any_of(series.begin(), series.end(), is) || std::any_of(families.begin(), families.end(), is);
  };
  if (any(Verdict::kFail)) return Verdict::kFail;
  return series.empty() || any(Verdict::kInconclusive) ? Verdict::kInconclusive : Verdict::kPass;
}

void TakeImpact(ImpactSection impact, Comparison& comparison) {
  if (impact.verdict == VerdictName(Verdict::kFail)) {
    comparison.verdict = Verdict::kFail;
  } else if (impact.verdict == VerdictName(Verdict::kInconclusive) && comparison.verdict == Verdict::kPass) {
    comparison.verdict = Verdict::kInconclusive;
  }
  comparison.impact = std::move(impact);
}

bool DecidedByImpact(const Comparison& comparison) {
  return comparison.impact && !comparison.impact->verdict.empty() &&
         comparison.verdict != GateVerdict(comparison.series, comparison.families);
}

void SortWorstFirst(std::vector<SeriesComparison>& all) { SortByVerdictAndRatio(all); }

void SortWorstFirst(std::vector<FamilyComparison>& all) { SortByVerdictAndRatio(all); }

}  // namespace mpigauge
