#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "baselines/compare/comparison.h"
#include "record/record.h"

namespace mpigauge {

// Counters of a series that are counted, not timed: their names say "bytes", "messages" or "calls".
bool IsCounted(std::string_view counter);

// Whether a counter counts the library's work, which the same program repeats exactly ("messages", "calls", and bytes
// that are "sent" or "received"); the others are memory, of which launches have a little more or less.
bool IsWork(std::string_view counter);

// Returns the differences between the counters of both sides' series, measured alike (case version and method). Exact
// differences come first, then those of counters that vary between launches; either in the order of names.
std::vector<CountedDifference> CountedDifferences(const std::vector<LaunchRecord>& baseline,
                                                  const std::vector<LaunchRecord>& candidate);

// Differences by the name of the series, in their order; they are those of `differences`, which must outlive them.
using CountedBySeries = std::unordered_map<std::string_view, std::vector<const CountedDifference*>>;
CountedBySeries BySeries(const std::vector<CountedDifference>& differences);

// "1000", or "1000..1100" where launches vary.
std::string CountText(double low, double high);

// "first_contact/ranks:2 resident_bytes 1000 -> 1500 (+50.0%)"; where launches vary "1000..1100 -> 1500..1600, varies
// between launches".
std::string CountedText(const CountedDifference& difference);

// The difference is worth a person's look: it is exact, or the two sides have no value in common.
bool IsClear(const CountedDifference& difference);

}  // namespace mpigauge
