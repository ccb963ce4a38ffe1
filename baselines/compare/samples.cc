#include "baselines/compare/samples.h"

#include <algorithm>
#include <cmath>

namespace mpigauge {
namespace {

// What the summary is made of. A time that is nothing once the overhead is taken off is a picosecond: it has a
// logarithm, and stays the smallest.
std::vector<double> LogObservations(const SeriesRecord& series) {
  constexpr double kPicosecond = 1e-12;
  std::vector<double> times = series.Times();
  times.erase(times.begin(), times.begin() + std::min<std::ptrdiff_t>(series.warm_up_observations, std::ssize(times)));
  for (double& time : times) time = std::log(std::max(time, kPicosecond));
  return times;
}

void Add(const SeriesRecord& series, std::size_t launch, bool with_observations, Sample& sample) {
  if (sample.series.name.empty()) sample.series = series;
  if (series.fault) {
    if (!sample.fault) sample.fault = series.fault;
    ++sample.faults;
  }
  if (!HasFigure(series)) return;
  sample.medians.push_back(series.summary.median);
  sample.minima.push_back(series.summary.minimum);
  sample.local_medians.push_back(series.local_summary.median);
  sample.launches.push_back(launch);
  if (with_observations) sample.observations.push_back(LogObservations(series));
}

}  // namespace

std::vector<double> Logarithms(const std::vector<double>& values) {
  std::vector<double> logarithms;
  for (const double value : values) logarithms.push_back(std::log(value));
  return logarithms;
}

Samples CollectSamples(const Side& side, bool with_observations) {
  Samples samples;
  for (std::size_t launch = 0; launch < side.launches.size(); ++launch) {
    for (const SeriesRecord& series : side.launches[launch].series) {
      if (series.family == "self-test") continue;  // of the harness, not of the library
      Add(series, launch, with_observations, samples[series.name]);
    }
  }
  return samples;
}

}  // namespace mpigauge
