#include <algorithm>
#include <cmath>
#include <limits>

#include "dashboards/metrics/parts.h"
#include "dashboards/metrics/verdict_code.h"
#include "harness/stats/moments.h"

namespace mpigauge {
namespace {

using Texts = std::vector<std::string>;

std::string ParameterText(const SeriesComparison& series, const char* name) {
  const auto value = ParameterOr(series.parameters, name, -1);
  return value < 0 ? std::string() : std::to_string(value);
}

Texts With(Texts labels, const std::string& value) {
  labels.push_back(value);
  return labels;
}

// Standard deviation of the logarithms; NaN of fewer than two.
double NoiseOf(const std::vector<double>& launch_medians) {
  Moments moments;
  for (const double median : launch_medians) moments.Add(std::log(median));
  return moments.count() < 2 ? std::numeric_limits<double>::quiet_NaN() : moments.StandardDeviation();
}

void AddSide(const Texts& labels, const std::string& role, double median, const std::vector<double>& launch_medians,
             Families& families) {
  families.Add("mpigauge_series_seconds", With(labels, role), median);
  if (launch_medians.empty()) return;
  const auto [low, high] = std::minmax_element(launch_medians.begin(), launch_medians.end());
  families.Add("mpigauge_series_seconds_bound", With(With(labels, role), "low"), *low);
  families.Add("mpigauge_series_seconds_bound", With(With(labels, role), "high"), *high);
}

// Nothing where it was not looked at.
void AddShares(const Texts& labels, const char* name, const TailFigure& figure, Families& families) {
  if (!figure.known) return;
  families.Add(name, With(labels, "baseline"), figure.baseline_share);
  families.Add(name, With(labels, "candidate"), figure.candidate_share);
}

}  // namespace

void AddSeries(const std::string& baseline, const SeriesComparison& series, Families& families) {
  const Texts labels = {baseline, series.name, series.case_name, ParameterText(series, "bytes"),
                        ParameterText(series, "ranks")};
  AddSide(labels, "baseline", series.baseline_median, series.baseline_seconds, families);
  AddSide(labels, "candidate", series.candidate_median, series.candidate_seconds, families);
  families.Add("mpigauge_series_ratio", labels, series.ratio);
  families.Add("mpigauge_series_ratio_bound", With(labels, "low"), series.low);
  families.Add("mpigauge_series_ratio_bound", With(labels, "high"), series.high);
  families.Add("mpigauge_series_tolerance_ratio", labels, 1 + series.tolerance);
  families.Add("mpigauge_series_detectable_ratio", labels, series.detectable_ratio);
  families.Add("mpigauge_series_noise_ratio", labels, NoiseOf(series.baseline_seconds));
  families.Add("mpigauge_series_verdict", labels, VerdictCode(series.verdict));
  const bool by_tail = series.decided_by == DecidedBy::kTail && series.verdict != Verdict::kPass;
  families.Add("mpigauge_series_decided_by_tail", labels, by_tail ? 1 : 0);
  AddShares(labels, "mpigauge_series_stretched_ratio", series.stretched, families);
  AddShares(labels, "mpigauge_series_slow_launches_ratio", series.slow_launches, families);
  families.Add("mpigauge_series_launches", labels, static_cast<double>(series.candidate_seconds.size()));
}

}  // namespace mpigauge
