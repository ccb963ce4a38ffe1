#include "baselines/verdict/tails.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/units.h"
#include "baselines/compare/other_figures.h"

namespace mpigauge {
namespace {

constexpr double kRoundingOfShares = 1e-9;

// Larger than the least share that counts, and larger than in any run of the baseline.
bool IsLarger(const TailFigure& figure, double least) {
  const double before = std::max(figure.baseline_share, figure.most_of_runs);
  return figure.known && figure.candidate_share - before >= least - kRoundingOfShares;
}

bool IsWorse(const TailFigure& figure, double least, double level) {
  return IsLarger(figure, least) && figure.p <= level;
}

bool StretchedWorse(const SeriesComparison& one, double level) {
  return IsWorse(one.stretched, kLeastOfObservations, level);
}

bool LaunchesWorse(const SeriesComparison& one, double level) {
  return IsWorse(one.slow_launches, kLeastOfLaunches, level);
}

std::string Percent(double share) {
  return share >= 0.0995 ? fmt::format("{:.0f}%", share * 100) : fmt::format("{:.2g}%", share * 100);
}

std::string SlowText(const SeriesComparison& series) {
  const auto count = [](double share, std::size_t launches) {
    return fmt::format("{:.0f} of {}", share * static_cast<double>(launches), launches);
  };
  const TailFigure& slow = series.slow_launches;
  return fmt::format("{} launches take more than {} (baseline {})",
                     count(slow.candidate_share, series.candidate_seconds.size()), FormatSeconds(slow.seconds),
                     count(slow.baseline_share, series.baseline_seconds.size()));
}

std::string StretchedText(const TailFigure& stretched) {
  return fmt::format("{} of observations take more than {} (baseline {})", Percent(stretched.candidate_share),
                     FormatSeconds(stretched.seconds), Percent(stretched.baseline_share));
}

std::string WorseText(const SeriesComparison& series, double level) {
  const bool both = StretchedWorse(series, level) && LaunchesWorse(series, level);
  return (StretchedWorse(series, level) ? StretchedText(series.stretched) : "") + (both ? "; " : "") +
         (LaunchesWorse(series, level) ? SlowText(series) : "");
}

// The smaller one of what looks worse: where that is at most the level, the series fails.
double AdjustedP(const SeriesComparison& series, double level) {
  const double stretched = StretchedWorse(series, level) ? series.stretched.p_adjusted : 1;
  return LaunchesWorse(series, level) ? std::min(stretched, series.slow_launches.p_adjusted) : stretched;
}

}  // namespace

bool TailLooksWorse(const SeriesComparison& series, double level) {
  return series.HasTimes() && (StretchedWorse(series, level) || LaunchesWorse(series, level));
}

std::optional<Opinion> OpinionOfTail(const SeriesComparison& series, double level, const std::string& doubt) {
  if (!TailLooksWorse(series, level)) return std::nullopt;
  const std::string text = WorseText(series, level);
  const double p = AdjustedP(series, level);
  if (p <= level && doubt.empty()) return Opinion{Source::kTail, Verdict::kFail, text, text};
  const std::string why = doubt.empty() ? fmt::format(
                                              "not significant among all series (p {:.2g} > {:.2g}); more "
                                              "launches decide",
                                              p, level)
                                        : doubt;
  return Opinion{Source::kTail, Verdict::kInconclusive, text + "; " + why, text};
}

std::string TailDoubt(const std::vector<SeriesComparison>& controls, double alpha) {
  for (const SeriesComparison& one : controls) {
    const bool stretched = IsLarger(one.stretched, kLeastOfObservations) && one.stretched.p_adjusted <= alpha;
    const bool slow = IsLarger(one.slow_launches, kLeastOfLaunches) && one.slow_launches.p_adjusted <= alpha;
    if (stretched || slow)
      return fmt::format("so does {}, which does not use MPI: the machine may be the cause", one.name);
  }
  return "";
}

std::vector<std::string> TailNotes(const std::vector<SeriesComparison>& series) {
  std::vector<std::string> notes;
  constexpr std::size_t kMost = 3;    // told one by one
  constexpr double kFarSlower = 1.5;  // than all launches of the baseline
  std::size_t unknown = 0;
  std::size_t slow = 0;
  for (const SeriesComparison& one : series) {
    if (!one.HasTimes()) continue;
    unknown += one.stretched.known ? 0 : 1;
    const bool told = one.verdict == Verdict::kFail || one.decided_by == DecidedBy::kTail;
    if (told || !IsLarger(one.slow_launches, kLeastOfLaunches) || one.slowest_times < kFarSlower) continue;
    if (one.reason.find(SlowText(one)) != std::string::npos) continue;
    if (++slow > kMost) continue;
    notes.push_back(
        fmt::format("{}: {}, the slowest x{:.3g} as long as any of the baseline; so few prove nothing, and more "
                    "launches would decide",
                    one.name, SlowText(one), one.slowest_times));
  }
  if (slow > kMost) notes.push_back(fmt::format("{} more series have such launches", slow - kMost));
  if (unknown > 0) {
    notes.push_back(fmt::format("the tail of {} of {} series was not judged, since not all launches have observations",
                                unknown, series.size()));
  }
  return notes;
}

}  // namespace mpigauge
