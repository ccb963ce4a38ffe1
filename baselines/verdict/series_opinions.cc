#include "baselines/verdict/series_opinions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/units.h"

namespace mpigauge {
namespace {

constexpr double kRounding = 1e-9;  // of ratios: times that differ by exactly a tick differ by no more

std::string OpenText(const SeriesComparison& series, bool interval_holds, double confidence) {
  if (interval_holds && series.low > 1 + series.tolerance) {
    return fmt::format("{} slower by itself, but not significant among all series (p {:.2g}); more launches decide",
                       FormatChange(series.ratio), series.p_adjusted);
  }
  if (interval_holds) {
    return fmt::format("anything from {} to {} is possible; more launches narrow it", FormatChange(series.low),
                       FormatChange(series.high));
  }
  return fmt::format("{} and {} launches allow an interval of {:.1f}%, {:.3g}% is asked for",
                     series.baseline_seconds.size(), series.candidate_seconds.size(), series.level * 100,
                     confidence * 100);
}

std::vector<Opinion> OpinionsOfCounts(const CountedBySeries& counted, const SeriesComparison& series) {
  std::vector<Opinion> opinions;
  const auto found = counted.find(series.name);
  if (found == counted.end()) return opinions;
  for (const CountedDifference* one : found->second) {
    if (!GrewTooMuch(*one, series)) continue;
    const std::string text = fmt::format("counted {} {} -> {}, tolerance {:.3g}%", one->counter,
                                         CountText(one->baseline_low, one->baseline_high),
                                         CountText(one->candidate_low, one->candidate_high), series.tolerance * 100);
    opinions.push_back({Source::kCount, Verdict::kFail, text, text});
  }
  return opinions;
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

Opinion OpinionOfMedians(const SeriesComparison& series, double alpha, double confidence) {
  if (!series.HasTimes()) {
    const bool open = series.broken == Broken::kNotMeasured;
    return {Source::kNoTimes, open ? Verdict::kInconclusive : Verdict::kFail, series.why_broken};
  }
  const double limit = 1 + series.tolerance;
  const double beyond = limit * series.TickRatio() * (1 + kRounding);
  const bool interval_holds = series.level >= confidence - 1e-9;
  if (series.p_adjusted <= alpha && series.ratio > beyond) {
    return {Source::kMedian, Verdict::kFail,
            fmt::format("{} slower, tolerance {:.3g}%", FormatChange(series.ratio), series.tolerance * 100)};
  }
  if (interval_holds && series.high < limit) {
    const bool improved = series.p_faster_adjusted <= alpha && series.ratio < 1 / beyond;
    return {Source::kMedian, Verdict::kPass, "", "", improved};
  }
  return {Source::kMedian, Verdict::kInconclusive,
          LimitIsWithinTick(series) ? WithinTickText(series) : OpenText(series, interval_holds, confidence)};
}

bool GrewTooMuch(const CountedDifference& one, const SeriesComparison& series) {
  return one.series == series.name && one.exact && IsWork(one.counter) &&
         one.candidate_low > one.baseline_low * (1 + series.tolerance);
}

std::vector<Opinion> OpinionsOf(const SeriesComparison& series, Opinion of_times, const CountedBySeries& counted,
                                std::optional<Opinion> of_tail, std::optional<Opinion> of_mean,
                                std::optional<Opinion> of_processor) {
  of_times.improved = of_times.improved && series.not_checked_whole.empty();
  std::vector<Opinion> opinions = {std::move(of_times)};
  for (Opinion& one : OpinionsOfCounts(counted, series)) opinions.push_back(std::move(one));
  if (!series.faults.empty()) opinions.push_back({Source::kFaults, Verdict::kInconclusive, series.faults});
  if (!series.unchecked.empty()) opinions.push_back({Source::kFaults, Verdict::kInconclusive, series.unchecked});
  if (const std::string& slow = series.slow_first_call; !slow.empty()) {
    opinions.push_back({Source::kFaults, Verdict::kFail, slow, slow});
  }
  if (of_tail) opinions.push_back(*std::move(of_tail));
  if (of_mean) opinions.push_back(*std::move(of_mean));
  if (of_processor) opinions.push_back(*std::move(of_processor));
  return opinions;
}

}  // namespace mpigauge
