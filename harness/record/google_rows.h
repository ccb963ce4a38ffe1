#pragma once

#include <cstdint>

#include "harness/base/json.h"
#include "harness/record/record.h"

namespace mpigauge {

// Appends a series to "benchmarks" of a launch record: one row per pass, as Google Benchmark writes repetitions, then
// the median of all as an aggregate, which is what compare.py expects. Times are in microseconds. A series with a fault
// has one row with "error_message".
void AppendGoogleRows(const SeriesRecord& series, std::int64_t family_index, Json& rows);

}  // namespace mpigauge
