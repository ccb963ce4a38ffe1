#pragma once

#include <string>
#include <vector>

#include "baselines/compare/comparison.h"

namespace mpigauge {

// Series that differ in nothing but their message size: a sentence among the findings, a chart over the
// sizes.
struct SeriesGroup {
  std::string label;  // "allreduce"; "allreduce ranks:4" where the comparison has more than one such value
  std::string name;   // the same without the ranks
  std::vector<std::size_t> series;  // places in the comparison, by size
};

// The groups are in the order in which the comparison names their series first, so those that got slower most come
// first.
std::vector<SeriesGroup> GroupBySize(const std::vector<SeriesComparison>& series);

}  // namespace mpigauge
