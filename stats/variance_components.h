#pragma once

#include <cstddef>
#include <vector>

#include "stats/moments.h"

namespace mpigauge {

// How much of what varies comes from runs (the hour, the nodes), from launches of a run, and from observations of a
// launch. In squares of what the values are: of logarithms, a standard deviation of 0.02 is 2%.
struct VarianceComponents {
  double runs = 0;
  double launches = 0;
  double observations = 0;
  std::size_t run_count = 0;
  std::size_t launch_count = 0;
  // A component without enough data is NaN: that of runs if there is a single run, that of observations if each launch
  // has one.
};

// [run][launch][observation]; by the method of moments, the analysis of variance of nested and unequal groups (Searle,
// Casella and McCulloch, Variance Components, 4.3; Henderson's method I). What comes out below zero is zero. Empty
// launches and runs are left out.
VarianceComponents EstimateVarianceComponents(const std::vector<std::vector<std::vector<double>>>& runs);

// The components from one value for each launch, when observations are not kept: [run][launch].
VarianceComponents EstimateVarianceComponents(const std::vector<std::vector<Moments>>& runs);

}  // namespace mpigauge
