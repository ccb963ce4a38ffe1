#include "baselines/verdict/screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/units.h"
#include "stats/distribution.h"
#include "stats/finite.h"
#include "stats/hodges_lehmann.h"
#include "stats/moments.h"

namespace mpigauge {
namespace {

std::vector<double> Newest(std::span<const double> run_values, std::size_t count) {
  std::vector<double> newest = Present({run_values.rbegin(), run_values.rend()});
  newest.resize(std::min(newest.size(), count));
  return newest;
}

}  // namespace

double RunValue(std::span<const double> launch_logs) {
  return Pseudomedian(Present({launch_logs.begin(), launch_logs.end()}));
}

ScreenResult ScreenNewRun(std::span<const double> run_values, double new_value, double log_tolerance,
                          const ScreenSettings& settings, double log_tick) {
  const std::vector<double> past = Newest(run_values, settings.max_runs);
  Moments moments;
  for (const double value : past) moments.Add(value);
  ScreenResult result;
  result.runs = past.size();
  result.change = new_value - moments.mean();
  result.deviation = moments.StandardDeviation();
  result.upper = std::numeric_limits<double>::infinity();
  if (std::isnan(new_value)) {
    result.reason = "the new run has no value";
  } else if (past.size() < std::max<std::size_t>(2, settings.min_runs)) {
    result.reason = fmt::format("{} comparable runs are stored, {} are needed", past.size(), settings.min_runs);
  } else {
    const auto n = static_cast<double>(past.size());
    const double error = result.deviation * std::sqrt(1 + 1 / n);
    result.upper = result.change + std::max(StudentQuantile(1 - settings.miss, n - 1) * error, log_tick);
    result.p_slower = error > 0 ? StudentTail(result.change / error, n - 1) : result.change > 0 ? 0 : 1;
    result.passed = result.upper < log_tolerance;
    if (!result.passed) {
      result.reason = fmt::format("{} against {} runs, up to {} is possible", FormatChange(std::exp(result.change)),
                                  past.size(), FormatChange(std::exp(result.upper)));
    }
  }
  return result;
}

void DoubtAnotherState(const SameState& state, ScreenResult& result) {
  result.state = state;
  if (!state.IsAnother()) return;
  result.passed = false;
  result.p_slower = 1;
  result.upper = std::numeric_limits<double>::infinity();
  result.reason = fmt::format(
      "the machine was in another state: {:.0f}% of the new run's passes have a counterpart with similar reference "
      "times in the stored runs",
      100 * state.comparable);
  if (!state.most_changed.empty()) {
    result.reason += fmt::format("; the reference '{}' takes {:.2f} times as long", state.most_changed, state.times);
  }
}

}  // namespace mpigauge
