#pragma once

#include <set>
#include <string>
#include <vector>

#include "baselines/compare/comparison.h"
#include "baselines/compare/method.h"
#include "baselines/compare/tolerance.h"
#include "record/record.h"

namespace mpigauge {

struct CompareSettings {
  Tolerance tolerance;
  double alpha = 0.05;       // the chance of any false fail over the suite
  double confidence = 0.95;  // of each interval
  CompareMethod method = RankSum();
  std::set<std::string> allowed_fields;
};

// One side of a comparison.
struct Side {
  std::string label;
  std::vector<LaunchRecord> launches;  // summaries are enough
  // The remains of launches that did not finish: no time of them counts, wrong data do.
  std::vector<LaunchRecord> lost = {};
  // No launch finished: `launches` are those of which something is left, as far as they came.
  bool unfinished = false;
};

// The names of all series of finished launches.
std::set<std::string> SeriesOf(const Side& side);

// Whether a launch's result of a series counts: there is a time, it is not known to be wrong, and the operation did not
// end in an error later: times of passes before an error are those of an operation that does not work.
bool HasFigure(const SeriesRecord& series);

// The logarithms of what a series' summary is made of. A time that is nothing once the overhead is taken off is a
// picosecond: it has a logarithm, and stays the smallest.
std::vector<double> LogObservations(const SeriesRecord& series);

// Compares two sides: numbers alone. baselines/verdict decides what they mean (Decide, or SuiteDecision of a
// gate). The unit is the launch: observations of one launch share its luck. Everything is computed on
// logarithms of the launches' medians, so results are ratios: the exact rank-sum test with Holm over the series,
// Hodges-Lehmann ratio with its interval (statistics as in Hunold and Carpen-Amarie's experimental design [CI2]). Of a
// baseline with launches of several environments those of the candidate's count. Throws Error (usage) where the sides
// are not comparable, or one is empty (a candidate of which no launch finished has what they died in).
Comparison Compare(const Side& baseline, const Side& candidate, const CompareSettings& settings);

}  // namespace mpigauge
