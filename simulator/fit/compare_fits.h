#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "simulator/fit/network_fit.h"

namespace mpigauge {

// A figure of a network, of two libraries.
struct NetworkFigure {
  std::string name;  // "per-byte time from 64 KiB"
  std::string unit;  // "seconds", "seconds_per_byte"
  double baseline = 0;
  double candidate = 0;
  double ratio = 1;  // candidate over baseline
  double low = 1;    // its interval; NaN where a side has fewer than two launches
  double high = 1;
};

struct NetworkComparison {
  std::string distance;
  double confidence = 0.95;
  std::vector<NetworkFigure> figures;
  std::optional<std::int64_t> baseline_eager_limit;
  std::optional<std::int64_t> candidate_eager_limit;
  std::vector<std::string> notes;
};

// Compares the two sides' models parameter by parameter, and by the time and the time per byte within each piece that
// the baseline's piecewise model has: the candidate's may break elsewhere. Intervals are Student's of the logarithm,
// with the two sides' deviations over resampled launches (Welch). Both are of one distance.
NetworkComparison CompareFits(const NetworkFit& baseline, const NetworkFit& candidate);

Json ToJson(const NetworkComparison& comparison);

// "per-byte time from 64 KiB  1.02 -> 1.11 ns  +9.0% [7.1, 11.0]", a table; and what moved of the eager limit.
std::string NetworkComparisonText(const NetworkComparison& comparison, bool colors);

}  // namespace mpigauge
