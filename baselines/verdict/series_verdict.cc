#include "baselines/verdict/series_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/units.h"
#include "baselines/compare/counted.h"

namespace mpigauge {
namespace {

constexpr double kRounding = 1e-9;  // of ratios: times that differ by exactly a tick differ by no more

// Series without times come first.
double KeyOf(const SeriesComparison& one) { return one.HasTimes() ? -one.ratio : -1e9; }
double KeyOf(const FamilyComparison& one) { return -one.ratio; }

template <typename Compared>
void SortByVerdictAndRatio(std::vector<Compared>& all) {
  const auto order = [](const Compared& one) {
    const int verdict = one.verdict == Verdict::kFail ? 0 : one.verdict == Verdict::kInconclusive ? 1 : 2;
    return std::pair(verdict, KeyOf(one));
  };
  std::stable_sort(all.begin(), all.end(), [&](const Compared& a, const Compared& b) { return order(a) < order(b); });
}

Verdict Worse(Verdict one, Verdict other) {
  const auto badness = [](Verdict verdict) {
    return verdict == Verdict::kFail ? 2 : verdict == Verdict::kInconclusive ? 1 : 0;
  };
  return badness(other) > badness(one) ? other : one;
}

}  // namespace

bool LimitIsWithinTick(const SeriesComparison& series) {
  const double limit = 1 + series.tolerance;
  const double tick = series.TickRatio() * (1 + kRounding);
  if (series.ratio > limit) return series.ratio <= limit * tick && series.low * tick >= series.ratio;
  return series.ratio * tick >= limit && series.high <= series.ratio * tick;
}

std::string WithinTickText(const SeriesComparison& series) {
  return fmt::format(
      "{} with a timer that tells times of {} apart by {}: a tick is {}, tolerance {:.3g}%; longer loops "
      "(--observation-time) or a finer --timer decide",
      FormatChange(series.ratio), FormatSeconds(std::min(series.baseline_median, series.candidate_median)),
      FormatSeconds(series.resolution_seconds), FormatChange(series.TickRatio()), series.tolerance * 100);
}

void Decide(SeriesComparison& series, double alpha, double confidence) {
  series.decided_by = DecidedBy::kMedian;
  if (!series.HasTimes()) {
    series.verdict = series.broken == Broken::kNotMeasured ? Verdict::kInconclusive : Verdict::kFail;
    series.reason = series.why_broken;
    return;
  }
  const double limit = 1 + series.tolerance;
  const double beyond = limit * series.TickRatio() * (1 + kRounding);
  const bool interval_holds = series.level >= confidence - 1e-9;
  if (series.p_adjusted <= alpha && series.ratio > beyond) {
    series.verdict = Verdict::kFail;
    series.reason = fmt::format("{} slower, tolerance {:.3g}%", FormatChange(series.ratio), series.tolerance * 100);
  } else if (interval_holds && series.high < limit) {
    series.verdict = Verdict::kPass;
    series.improved = series.p_faster_adjusted <= alpha && series.ratio < 1 / beyond;
  } else if (LimitIsWithinTick(series)) {
    series.verdict = Verdict::kInconclusive;
    series.reason = WithinTickText(series);
  } else if (interval_holds && series.low > limit) {
    series.verdict = Verdict::kInconclusive;
    series.reason =
        fmt::format("{} slower by itself, but not significant among all series (p {:.2g}); more launches decide",
                    FormatChange(series.ratio), series.p_adjusted);
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

bool GrewTooMuch(const CountedDifference& one, const SeriesComparison& series) {
  return one.series == series.name && one.exact && IsWork(one.counter) &&
         one.candidate_low > one.baseline_low * (1 + series.tolerance);
}

void FailCounted(const std::vector<CountedDifference>& differences, std::vector<SeriesComparison>& series) {
  const CountedBySeries by_series = BySeries(differences);
  for (SeriesComparison& compared : series) {
    const auto found = by_series.find(compared.name);
    if (found == by_series.end()) continue;
    for (const CountedDifference* one : found->second) {
      if (!GrewTooMuch(*one, compared)) continue;
      const std::string why = fmt::format("counted {} {} -> {}, tolerance {:.3g}%", one->counter,
                                          CountText(one->baseline_low, one->baseline_high),
                                          CountText(one->candidate_low, one->candidate_high), compared.tolerance * 100);
      if (compared.verdict != Verdict::kFail) compared.reason.clear();
      if (compared.reason.find(why) != std::string::npos) continue;
      compared.reason += (compared.reason.empty() ? "" : "; ") + why;
      compared.verdict = Verdict::kFail;
      compared.improved = false;
    }
  }
}

void DoubtFaulty(std::vector<SeriesComparison>& series) {
  for (SeriesComparison& one : series) {
    if (one.faults.empty() || one.verdict != Verdict::kPass) continue;
    one.verdict = Verdict::kInconclusive;
    one.improved = false;
    one.reason = one.faults;
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

Verdict GateVerdict(const Comparison& comparison) {
  return Worse(GateVerdict(comparison.series, comparison.families), comparison.losses.verdict);
}

bool DecidedByLosses(const Comparison& comparison) {
  const Verdict of_series = GateVerdict(comparison.series, comparison.families);
  return Worse(of_series, comparison.losses.verdict) != of_series;
}

void DoubtImpact(const std::string& why, bool asked_for, Comparison& comparison) {
  comparison.notes.push_back("the impact on applications is not known: " + why);
  if (asked_for && comparison.verdict == Verdict::kPass) comparison.verdict = Verdict::kInconclusive;
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
  return comparison.impact && !comparison.impact->verdict.empty() && comparison.verdict != GateVerdict(comparison);
}

bool IsExplained(const Comparison& comparison) {
  Verdict worst = comparison.losses.text.empty() ? Verdict::kPass : comparison.losses.verdict;
  for (const SeriesComparison& one : comparison.series) worst = Worse(worst, one.verdict);
  for (const FamilyComparison& one : comparison.families) worst = Worse(worst, one.verdict);
  if (comparison.impact && comparison.impact->fail_impact) {
    for (const ApplicationImpact& one : comparison.impact->applications) {
      if (!one.verdict.empty()) worst = Worse(worst, VerdictFromName(one.verdict));
    }
  }
  return worst == comparison.verdict;
}

void SortWorstFirst(std::vector<SeriesComparison>& all) { SortByVerdictAndRatio(all); }

void SortWorstFirst(std::vector<FamilyComparison>& all) { SortByVerdictAndRatio(all); }

}  // namespace mpigauge
