#include "baselines/compare/samples.h"

#include <algorithm>
#include <cmath>

namespace mpigauge {
namespace {

constexpr double kPicosecond = 1e-12;  // a floor that is nothing once the overhead is taken off has a logarithm

bool OfOneSeries(const SeriesRecord& one, const SeriesRecord& other) {
  return one.case_version == other.case_version && one.method == other.method;
}

void Add(const SeriesRecord& series, std::size_t launch, bool with_observations, Sample& sample) {
  if (sample.series.name.empty()) sample.series = series;
  if (series.fault) {
    if (!sample.fault) sample.fault = series.fault;
    ++sample.faults;
  }
  if (!HasFigure(series)) return;
  sample.medians.push_back(series.summary.median);
  sample.minima.push_back(std::max(series.summary.minimum, kPicosecond));
  sample.tails.push_back(series.summary.p99);
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

Samples CollectSamples(const Side& side, bool with_observations, const Samples& others) {
  Samples samples;
  for (std::size_t launch = 0; launch < side.launches.size(); ++launch) {
    for (const SeriesRecord& series : side.launches[launch].series) {
      if (series.family == "self-test") continue;  // of the harness, not of the library
      Sample& sample = samples[series.name];
      if (!sample.series.name.empty() && !OfOneSeries(sample.series, series)) {
        const auto other = others.find(series.name);
        if (other == others.end() || !OfOneSeries(other->second.series, series)) continue;
        sample = Sample();
      }
      Add(series, launch, with_observations, sample);
    }
  }
  return samples;
}

}  // namespace mpigauge
