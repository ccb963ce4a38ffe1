#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "baselines/compare/comparison.h"
#include "dashboards/data/view.h"

namespace mpigauge {

// Comparisons to draw in tests. "fail": 50 series of which allreduce is 20% slower, two sizes of bcast are
// slower and reduce is faster; "pass"; "inconclusive"; "empty"; "extreme": wrong data, a factor of four, a worse tail,
// 0 bytes, two numbers of ranks; "hostile": the same as "fail" with names that would break out of their place if they
// were not escaped, and one of 10 kB; "single": one launch a side; "large": 500 series of 20 launches a side; "huge":
// 10000 series of 10.
Comparison ExampleComparison(const std::string& kind);
std::vector<std::string> ExampleKinds();       // but for the next two, which take seconds
std::vector<std::string> LargeExampleKinds();  // "large", "huge"

// Returns the page's data for an example (ToJson of a ComparisonView), with all that the page can draw: history with
// changes, observations, the environment of both sides, a calibration, commands, what applications lose, replays,
// fitted networks. "empty" and "pass" have none of these; "huge" has history and observations of the series that did
// not pass alone.
Json ExampleData(const std::string& kind);

// Adds made-up results of the simulator: what applications lose, two replays, and two fitted networks. Names end with
// `mark`. Kind "extreme" has an application that takes four times as long, one that hangs, a rank that never does
// anything, and a network of one side alone. Kind "large" has more ranks and spans than are drawn.
void AddSimulated(const std::string& kind, const std::string& mark, ComparisonView& view);

}  // namespace mpigauge
