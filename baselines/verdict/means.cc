#include "baselines/verdict/means.h"

#include <fmt/format.h>

#include "base/units.h"

namespace mpigauge {
namespace {

bool IsAboveAllRuns(const MeanFigure& mean) {
  return mean.known && mean.candidate_seconds > mean.most_of_runs * (1 + mean.tolerance);
}

bool LooksWorse(const SeriesComparison& series, const MeanFigure& mean, double level) {
  return series.HasTimes() && IsAboveAllRuns(mean) && mean.p <= level;
}

// `of` is "in the mean", say.
std::optional<Opinion> OpinionOf(Source source, const SeriesComparison& series, const MeanFigure& mean, const char* of,
                                 double level, const std::string& doubt) {
  if (!LooksWorse(series, mean, level)) return std::nullopt;
  const std::string text = fmt::format("calls take {} {} (baseline {}, {}; the median {}), tolerance {:.3g}%",
                                       FormatSeconds(mean.candidate_seconds), of, FormatSeconds(mean.baseline_seconds),
                                       FormatChange(mean.candidate_seconds / mean.baseline_seconds),
                                       FormatChange(series.ratio), mean.tolerance * 100);
  const double p = mean.p_adjusted;
  if (p <= level && doubt.empty()) return Opinion{source, Verdict::kFail, text, text};
  const std::string why =
      doubt.empty()
          ? fmt::format("not significant among all series (p {:.2g} > {:.2g}); more launches decide", p, level)
          : doubt;
  return Opinion{source, Verdict::kInconclusive, text + "; " + why, text};
}

}  // namespace

bool MeanLooksWorse(const SeriesComparison& series, double level) {
  return LooksWorse(series, series.mean, level) || LooksWorse(series, series.processor, level);
}

std::optional<Opinion> OpinionOfMean(const SeriesComparison& series, double level, const std::string& doubt) {
  return OpinionOf(Source::kMean, series, series.mean, "in the mean", level, doubt);
}

std::optional<Opinion> OpinionOfProcessor(const SeriesComparison& series, double level, const std::string& doubt) {
  return OpinionOf(Source::kProcessor, series, series.processor, "of processor time", level, doubt);
}

std::string MeanDoubt(const std::vector<SeriesComparison>& controls, double alpha) {
  for (const SeriesComparison& one : controls) {
    if (!IsAboveAllRuns(one.mean) || one.mean.p_adjusted > alpha) continue;
    return fmt::format("the mean of {} is larger, too, which does not use MPI: the machine may be the cause", one.name);
  }
  return "";
}

}  // namespace mpigauge
