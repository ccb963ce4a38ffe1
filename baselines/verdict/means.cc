#include "baselines/verdict/means.h"

#include <fmt/format.h>

#include "base/units.h"

namespace mpigauge {
namespace {

bool IsAboveAllRuns(const MeanFigure& mean) {
  return mean.known && mean.candidate_seconds > mean.most_of_runs * (1 + mean.tolerance);
}

std::string MeanText(const SeriesComparison& series) {
  const MeanFigure& mean = series.mean;
  return fmt::format("calls take {} in the mean (baseline {}, {}; the median {}), tolerance {:.3g}%",
                     FormatSeconds(mean.candidate_seconds), FormatSeconds(mean.baseline_seconds),
                     FormatChange(mean.candidate_seconds / mean.baseline_seconds), FormatChange(series.ratio),
                     mean.tolerance * 100);
}

}  // namespace

bool MeanLooksWorse(const SeriesComparison& series, double level) {
  return series.HasTimes() && IsAboveAllRuns(series.mean) && series.mean.p <= level;
}

std::optional<Opinion> OpinionOfMean(const SeriesComparison& series, double level, const std::string& doubt) {
  if (!MeanLooksWorse(series, level)) return std::nullopt;
  const std::string text = MeanText(series);
  const double p = series.mean.p_adjusted;
  if (p <= level && doubt.empty()) return Opinion{Source::kMean, Verdict::kFail, text, text};
  const std::string why =
      doubt.empty()
          ? fmt::format("not significant among all series (p {:.2g} > {:.2g}); more launches decide", p, level)
          : doubt;
  return Opinion{Source::kMean, Verdict::kInconclusive, text + "; " + why, text};
}

std::string MeanDoubt(const std::vector<SeriesComparison>& controls, double alpha) {
  for (const SeriesComparison& one : controls) {
    if (!IsAboveAllRuns(one.mean) || one.mean.p_adjusted > alpha) continue;
    return fmt::format("the mean of {} is larger, too, which does not use MPI: the machine may be the cause", one.name);
  }
  return "";
}

}  // namespace mpigauge
