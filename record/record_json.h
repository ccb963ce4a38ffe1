#pragma once

#include <cstdint>
#include <filesystem>

#include "base/json.h"
#include "record/record.h"

namespace mpigauge {

// The whole file: "context" and "benchmarks" as Google Benchmark's own tools read them, and "mpigauge" with
// everything. `context` is what Google Benchmark knows of the machine (date, caches, load, ...).
Json ToJson(const LaunchRecord& record, const Json& context);

// Reads "mpigauge" of such a file. Throws Error (usage) naming `what` and the value that is wrong: not a
// record of ours, another schema version, a missing key, a negative or infinite time.
LaunchRecord LaunchRecordFromJson(const Json& file, std::string_view what);
LaunchRecord ReadLaunchRecord(const std::filesystem::path& path);

Json ToJson(const Environment& environment);
Environment EnvironmentFromJson(const Json& json);
Json ToJson(const SeriesRecord& series);
SeriesRecord SeriesFromJson(const Json& json);
Json ToJson(const Fault& fault);
Fault FaultFromJson(const Json& json);

// The part of a series that is the same in all launches: what it is and how it is measured.
Json DescriptionToJson(const SeriesRecord& series);
SeriesRecord DescriptionFromJson(const Json& json);

// Appends a series to "benchmarks" of a launch record: one row per pass, as Google Benchmark writes repetitions, then
// the median of all as an aggregate, which is what compare.py expects. Times are in microseconds. A series with a fault
// has one row with "error_message".
void AppendGoogleRows(const SeriesRecord& series, std::int64_t family_index, Json& rows);

}  // namespace mpigauge
