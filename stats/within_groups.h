#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mpigauge {

// A value and what may explain it, in a group that has a level of its own.
struct GroupedValue {
  std::size_t group = 0;
  double value = 0;
  std::vector<double> covariates;  // equally many in all rows
};

struct GroupedFit {
  std::vector<double> slopes;  // one for each covariate
  // The share of the variation within groups that slopes of all other groups explain. Negative where they predict
  // worse than the group's own mean does; 0 where nothing varies.
  double explained = 0;
};

// Least squares of value over covariates, where each group has a level of its own: only what goes on within groups
// counts, so that a group whose values are all larger by the same has the same slopes. A covariate that follows from
// those before it, or does not vary within groups, has slope 0.
GroupedFit FitWithinGroups(std::span<const GroupedValue> rows);

}  // namespace mpigauge
