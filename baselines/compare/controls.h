#pragma once

#include <string>
#include <vector>

#include "baselines/compare/blocks.h"
#include "baselines/compare/compare.h"
#include "baselines/compare/samples.h"

namespace mpigauge {

// How the work without MPI went in each launch of a side: the mean over the controls of log(time / median over both
// sides). NaN for a launch that measured none.
struct ControlDeviations {
  std::vector<double> baseline;
  std::vector<double> candidate;
  int controls = 0;     // that both sides measured
  double log_tick = 0;  // the mean over them of what the timer cannot tell; see samples.h
};

ControlDeviations DeviationsOfControls(const Side& baseline, const Side& candidate, const Samples& before,
                                       const Samples& after);

// Where launches take turns, the machine cannot change for one side alone. Controls that differ by more than this share
// between the sides there are measured by another clock, or are another program.
constexpr double kClocksApart = 0.02;

// Did the machine change? The rank sum over the launches' deviations, within circles where `circles` has any, whatever
// the method of the comparison: this is a doubt, no verdict. `apart` is tested within circles alone, at a fifth of
// alpha, two-sided: of equal libraries with equal clocks it is true for at most that share.
ControlMovement TestControls(const ControlDeviations& deviations, const Blocks& circles, double alpha,
                             double confidence);

// A note for each control that moved, significantly (Bonferroni over the controls) and by more than the tolerance.
std::vector<std::string> ControlNotes(const std::vector<SeriesComparison>& controls, double alpha);

}  // namespace mpigauge
