#include "baselines/compare/controls.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/units.h"
#include "baselines/compare/blocks.h"
#include "baselines/compare/samples.h"
#include "stats/finite.h"
#include "stats/rank_sum.h"
#include "stats/stratified_rank_sum.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

double MedianOfBoth(const std::vector<double>& before, const std::vector<double>& after) {
  std::vector<double> all = before;
  all.insert(all.end(), after.begin(), after.end());
  std::sort(all.begin(), all.end());
  return Quantile(all, 0.5);
}

// Means over the controls, launch by launch.
class Means {
 public:
  explicit Means(std::size_t launches) : sums_(launches, 0.0), counts_(launches, 0) {}
  void Add(const Sample& sample, const std::vector<double>& logs, double center) {
    for (std::size_t i = 0; i < logs.size(); ++i) {
      sums_[sample.launches[i]] += logs[i] - center;
      ++counts_[sample.launches[i]];
    }
  }
  std::vector<double> Values() const {
    std::vector<double> values;
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      values.push_back(counts_[i] > 0 ? sums_[i] / counts_[i] : std::nan(""));
    }
    return values;
  }

 private:
  std::vector<double> sums_;
  std::vector<int> counts_;
};

double TwoSided(std::vector<Stratum> strata) {
  const double slower = StratifiedRankSumSlower(strata);
  for (Stratum& one : strata) std::swap(one.baseline, one.candidate);
  return std::min(1.0, 2 * std::min(slower, StratifiedRankSumSlower(strata)));
}

// The same without launches that took no turns, which are block 0.
std::vector<double> InTurns(std::vector<double> deviations, const std::vector<std::size_t>& circles) {
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    if (circles.empty() || circles[i] == 0) deviations[i] = std::nan("");
  }
  return deviations;
}

std::vector<Stratum> PresentStrata(const std::vector<double>& baseline, const std::vector<double>& candidate,
                                   const Blocks& circles) {
  std::vector<Stratum> strata = StrataOfBlocks(baseline, circles.baseline, candidate, circles.candidate);
  for (Stratum& one : strata) one = {Present(std::move(one.baseline)), Present(std::move(one.candidate))};
  return strata;
}

// Whether launches that took turns differ by more than the logarithm `limit`, in either direction.
bool AreApart(const ControlDeviations& deviations, const Blocks& circles, double limit, double level) {
  std::vector<Stratum> strata = PresentStrata(InTurns(deviations.baseline, circles.baseline),
                                              InTurns(deviations.candidate, circles.candidate), circles);
  double smaller = 1;
  for (int direction = 0; direction < 2; ++direction) {
    std::vector<Stratum> shifted = strata;
    for (Stratum& one : shifted) {
      for (double& value : one.candidate) value -= limit;
    }
    smaller = std::min(smaller, StratifiedRankSumSlower(shifted));
    for (Stratum& one : strata) std::swap(one.baseline, one.candidate);
  }
  return 2 * smaller <= level;
}

}  // namespace

ControlDeviations DeviationsOfControls(const Side& baseline, const Side& candidate, const Samples& before,
                                       const Samples& after) {
  Means means_before(baseline.launches.size());
  Means means_after(candidate.launches.size());
  ControlDeviations deviations;
  for (const auto& [name, sample] : after) {
    const auto partner = before.find(name);
    if (sample.series.family != "control" || partner == before.end()) continue;
    if (sample.medians.empty() || partner->second.medians.empty()) continue;
    const std::vector<double> logs_before = Logarithms(partner->second.medians);
    const std::vector<double> logs_after = Logarithms(sample.medians);
    const double center = MedianOfBoth(logs_before, logs_after);
    means_before.Add(partner->second, logs_before, center);
    means_after.Add(sample, logs_after, center);
    deviations.log_tick +=
        std::log(TickRatio(ResolutionOf(partner->second, sample), MedianOfLaunches(partner->second.medians),
                           MedianOfLaunches(sample.medians)));
    ++deviations.controls;
  }
  if (deviations.controls > 0) deviations.log_tick /= deviations.controls;
  deviations.baseline = means_before.Values();
  deviations.candidate = means_after.Values();
  return deviations;
}

ControlMovement TestControls(const ControlDeviations& deviations, const Blocks& circles, double alpha,
                             double confidence) {
  ControlMovement movement;
  movement.controls = deviations.controls;
  if (deviations.controls == 0) return movement;
  const std::vector<Stratum> strata = PresentStrata(deviations.baseline, deviations.candidate, circles);
  ShiftInterval shift = StratifiedShift(strata, confidence, StratifiedDistribution(SizesOf(strata)));
  WidenToTick(deviations.log_tick, shift);
  movement.ratio = std::exp(shift.estimate);
  movement.low = std::exp(shift.low);
  movement.high = std::exp(shift.high);
  movement.p = TwoSided(strata);
  movement.moved = movement.p <= alpha && std::fabs(shift.estimate) > deviations.log_tick;
  movement.apart = AreApart(deviations, circles, std::log1p(kClocksApart) + deviations.log_tick, alpha / 5);
  return movement;
}

std::vector<std::string> ControlNotes(const std::vector<SeriesComparison>& controls, double alpha) {
  std::vector<std::string> notes;
  for (const SeriesComparison& control : controls) {
    const auto before = Logarithms(control.baseline_seconds);
    const auto after = Logarithms(control.candidate_seconds);
    const double smaller = std::min(RankSumSlower(before, after), RankSumSlower(after, before));
    const double p = 2 * smaller * static_cast<double>(controls.size());
    const double tolerated = std::log1p(control.tolerance) + std::log(control.TickRatio());
    if (p > alpha || std::fabs(std::log(control.ratio)) < tolerated) continue;
    notes.push_back(fmt::format("the control {} moved by {}: the machine changed, not only the library", control.name,
                                FormatChange(control.ratio)));
  }
  return notes;
}

}  // namespace mpigauge
