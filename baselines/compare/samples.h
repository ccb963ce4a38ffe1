#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "baselines/compare/compare.h"
#include "harness/stats/hierarchical_bootstrap.h"

namespace mpigauge {

// A series over the launches of one side.
struct Sample {
  SeriesRecord series;  // of the first launch, for what is the same in all
  std::vector<double> medians;
  std::vector<double> minima;
  std::vector<double> tails;  // 99th percentiles
  std::vector<double> local_medians;
  std::vector<std::size_t> launches;  // which launch of the side each of these is of
  LaunchSamples observations;         // logarithms, of each launch; empty where they are not asked for
  std::optional<Fault> fault;         // the first that was met
  std::int64_t faults = 0;
};

// By the name of the series.
using Samples = std::map<std::string, Sample>;

// What checks the harness itself is left out, and so are times across clocks that were apart. Launches of one side may
// have measured a series in several ways: runs of a baseline before and after a benchmark was changed. Those count that
// are as in `others`, if any is; else those that are as the first.
Samples CollectSamples(const Side& side, bool with_observations, const Samples& others);

std::vector<double> Logarithms(const std::vector<double>& values);

}  // namespace mpigauge
