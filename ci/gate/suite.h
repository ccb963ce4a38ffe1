#pragma once

#include <string>
#include <vector>

#include "baselines/compare/comparison.h"
#include "baselines/verdict/suite_decision.h"
#include "record/record.h"

namespace mpigauge {

// These functions turn comparisons and launch records into the plain numbers of a SuiteDecision.

// The series that could be compared, with their tolerances and families; those with wrong data are decided already.
std::vector<SuiteSeries> SuiteOf(const Comparison& comparison);

// One value per run, of the runs of these launches in their order.
void AddRunValues(const std::vector<LaunchRecord>& launches, std::vector<SuiteSeries>& suite);

// Adds the values of stored runs and of a new run, brought to one state of the machine (BringToOneState), and adds that
// state to the suite. Returns LogsOf the new run's launches.
std::vector<LaunchLogs> AddRunsInOneState(std::vector<LaunchRecord> stored, std::vector<LaunchRecord> fresh,
                                          std::vector<SuiteSeries>& suite);

// Returns for each launch the logarithms of the medians of these series; NaN if a launch has none.
std::vector<LaunchLogs> LogsOf(const std::vector<LaunchRecord>& launches, const std::vector<std::string>& names);

// The same for the launches of each run, in the order in which the runs come.
std::vector<std::vector<LaunchLogs>> LogsByRun(const std::vector<LaunchRecord>& launches,
                                               const std::vector<std::string>& names);

// Returns the floors in the same way; NaN if a launch took no turns, since the floor of a whole launch is not aligned.
// Of each series the largest tick over the launches, which counts as a whole: the fastest observation is a single
// reading.
Floors FloorsOf(const std::vector<LaunchRecord>& baseline, const std::vector<LaunchRecord>& candidate,
                const std::vector<std::string>& names);

// The circle in which each of these launches took turns.
Circles CirclesOf(const std::vector<LaunchRecord>& baseline, const std::vector<LaunchRecord>& candidate);

std::vector<std::string> NamesOf(const std::vector<SuiteSeries>& suite);
std::vector<std::string> NamesOf(const std::vector<SuiteSeries>& suite, const std::vector<std::size_t>& wanted);

}  // namespace mpigauge
