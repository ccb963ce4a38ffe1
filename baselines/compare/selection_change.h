#pragma once

#include <string>
#include <vector>

#include "baselines/compare/comparison.h"
#include "harness/record/record.h"

namespace mpigauge {

// What the MPI library selected otherwise on the other side: components, algorithms and thresholds, compared exactly.
// Where launches of one side differ among themselves, the values are "1 | 2". By name, what is about series first. A
// doubt goes into `notes` where only one side has recorded what was selected. What two versions of a library write in
// two ways is no change: "0" and "0 (self)", "0" and "false". About no series are variables that only one side has, and
// forced algorithms of Open MPI that are not in force on either side (without dynamic rules).
std::vector<SelectionChange> SelectionChanges(const std::vector<LaunchRecord>& baseline,
                                              const std::vector<LaunchRecord>& candidate,
                                              std::vector<std::string>& notes);

// Hangs the changes on the series that they are about, as suspects.
void AttachSuspects(const std::vector<SelectionChange>& changes, std::vector<SeriesComparison>& series);

// "coll_tuned_allreduce_algorithm 0 (ignore) -> 1 (basic_linear)".
std::string ChangeText(const SelectionChange& change);

}  // namespace mpigauge
