#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/json.h"
#include "harness/state/visit.h"
#include "record/record.h"

namespace mpigauge {

// Google Benchmark 1.7.1, the library itself: registration, names, filters, flags, console and CSV. Options that it
// would decide on each rank alone (iterations from the rank's own clock, random order from the rank's own device) are
// set to values that leave nothing to decide.

// Hands on the flags. Throws Error (usage) for a flag that it does not know.
void InitializeGoogle(const std::vector<std::string>& flags);

// FAMILY/NAME of a series.
std::string FullName(const Case& benchmark_case, const Parameters& parameters);

// Returns of which points the filter (--benchmark_filter, BENCHMARK_FILTER) chooses the series, among those whose
// FAMILY/NAME matches `among` (empty: all do). With --benchmark_list_tests it prints the names instead, where `prints`,
// and chooses none.
std::vector<bool> ChosenByFilter(const std::vector<CasePoint>& points, const std::string& among, bool prints);

// Runs one pass: Google Benchmark calls `visit` for the series in this order. The function of a case that was
// adopted is called by it directly, `repetitions` times; its times in seconds go to `adopted`.
struct PassCallbacks {
  std::function<void(std::size_t index)> visit;
  std::function<std::int64_t(std::size_t index)> repetitions;
  std::function<void(std::size_t index, std::vector<double> times, std::optional<Fault> fault)> adopted;
};
void RunPass(const std::vector<Series>& series, const std::vector<std::size_t>& order, const PassCallbacks& callbacks);

// The description of the machine that Google Benchmark writes under "context".
Json GoogleContext();

// Prints the record by Google Benchmark's own console or CSV reporter, whichever its flags choose.
void PrintWithGoogle(const LaunchRecord& record);

// The BENCHMARK_* variables of this process's environment: they are flags too, so all ranks must have the same.
std::string GoogleVariables();

}  // namespace mpigauge
