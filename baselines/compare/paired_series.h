#pragma once

#include <set>
#include <string>
#include <vector>

#include "baselines/compare/blocks.h"
#include "baselines/compare/compare.h"
#include "baselines/compare/controls.h"
#include "baselines/compare/method.h"
#include "baselines/compare/other_figures.h"
#include "baselines/compare/samples.h"

namespace mpigauge {

// Series that are judged together, and what the method sees of each.
struct Suite {
  std::vector<SeriesComparison> series;
  std::vector<PairedLaunches> launches;
  std::vector<PairedLaunches> floors;  // the same of the minima
  std::vector<PairedLaunches> tails;   // and of the 99th percentiles
  std::vector<PairedLaunches> means;
  std::vector<PairedLaunches> processors;  // the processor time of a call
  std::vector<SpreadLaunches> spread;      // and all of their observations
};

// Facts about every launch, whatever the series.
struct LaunchFacts {
  Blocks blocks;  // the circles; empty unless the method asks for them
  ControlDeviations controls;
  std::vector<std::string> baseline_runs;  // the run of each launch
};

// Pairs the series of two sides up by name: into the suite, the controls (the family "control"), or what cannot be
// compared and why. Returned are those that need no test, as they are broken: an operation that works in the baseline
// and in no launch of the candidate, and what the candidate was asked for like the baseline and has no time of.
// `asked` is what the candidate was asked to measure.
std::vector<SeriesComparison> PairUp(const Samples& before, const Samples& after, const std::set<Selection>& asked,
                                     const LaunchFacts& facts, const CompareSettings& settings, Suite& suite,
                                     Suite& controls, std::vector<std::string>& not_compared);

// The first work without MPI that has a time in significantly fewer launches of the candidate, by itself at `alpha`;
// empty where there is none.
std::string ControlWithoutTimes(const Samples& before, const Samples& after, double alpha);

// A note for each series with errors in some launches of either side.
std::vector<std::string> SeriesFaultNotes(const std::vector<SeriesComparison>& series);

}  // namespace mpigauge
