#include "harness/program/launch_budget.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "harness/method/time_share.h"
#include "stats/estimator.h"

namespace mpigauge {
namespace {

constexpr std::size_t kMostLookedAt = 1000;
constexpr double kConfidence = 0.95;
// Narrower than any interval gets: all time is spent.
constexpr double kWantedWidth = 1e-6;

SeriesProgress ProgressOf(const Series& series, std::int64_t visits_left) {
  SeriesProgress progress;
  progress.visits_left = series.faulty || series.benchmark_case->once() ? 0 : visits_left;
  const std::vector<double> observations = series.record.Observations();
  progress.observations = static_cast<std::int64_t>(observations.size());
  if (observations.empty()) return progress;
  // Only a part of them is looked at: the width is that of all but for the root of the share.
  const std::size_t stride = observations.size() / kMostLookedAt + 1;
  std::vector<double> some;
  for (std::size_t i = 0; i < observations.size(); i += stride) some.push_back(observations[i]);
  const Estimate median = EstimateBy("median", some, kConfidence);
  if (median.interval && median.value > 0) {
    progress.relative_width = median.interval->width() / median.value / std::sqrt(static_cast<double>(stride));
  }
  double wall_seconds = 0;
  for (const Pass& pass : series.record.passes) wall_seconds += pass.wall_seconds;
  progress.ns_per_observation = wall_seconds * 1e9 / static_cast<double>(observations.size());
  return progress;
}

}  // namespace

std::vector<std::int64_t> LaunchBudget::Share(const std::vector<Series>& series, int pass,
                                              const std::vector<std::int64_t>& first) {
  const auto now = Clock::now();
  const double took = std::chrono::duration<double>(now - pass_start_).count();
  if (pass > 0) overhead_seconds_ = std::max(took - given_seconds_, 0.0);
  pass_start_ = now;

  std::vector<std::int64_t> budgets = first;
  const int passes_left = passes_ - pass;
  if (pass > 0 && passes_left > 0) {
    // The work after the last pass takes time, too.
    const double left = 0.95 * seconds_ - std::chrono::duration<double>(now - start_).count();
    std::vector<SeriesProgress> progress;
    for (const Series& one : series) progress.push_back(ProgressOf(one, passes_left));
    const double total = std::max(left - overhead_seconds_ * passes_left, 0.0);
    budgets = ShareTime(progress, {static_cast<std::int64_t>(total * 1e9), kWantedWidth, least_observations_});
  }
  given_seconds_ = static_cast<double>(std::accumulate(budgets.begin(), budgets.end(), std::int64_t{0})) * 1e-9;
  return budgets;
}

}  // namespace mpigauge
