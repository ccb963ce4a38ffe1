#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "baselines/store/database.h"
#include "record/record.h"

// One row of the table `results`: what a launch has of a series.

namespace mpigauge {

// The columns that FillResult expects, in its order.
inline constexpr const char* kResultColumns =
    "observations, late, median_seconds, minimum_seconds, p99_seconds, local_median_seconds, first_call_seconds, "
    "second_call_seconds, cpu_seconds, operations_per_observation, verified, fault, remeasured, counters, "
    "overhead_seconds, tick_seconds";
inline constexpr int kResultColumnCount = 16;

// These columns from `first` on, as they were stored.
SqlValues ResultValues(const SqlRow& row, int first);

// The checksum of the figures of a launch's series; the checksum of the passes contains it.
std::int64_t ResultChecksum(const std::string& launch_id, const std::string& identity, const SqlValues& figures);

// The checksum of the data of each pass: the observations, the references, and the operations, which are missing in
// rows that are older than this column.
std::int64_t PassesChecksum(std::int64_t of_figures, const Blob& passes, const std::string& references,
                            const std::optional<std::string>& operations);

// Reads the columns from `first` on into a series: its figures, and one pass with the medians of the counters. Throws
// Error naming `what` where a column cannot be read.
void FillResult(const SqlRow& row, int first, std::string_view what, SeriesRecord& series);

// Returns the counters of each pass.
Json CountersToJson(const std::vector<Pass>& passes);
void FillCounters(const Json& all, std::vector<Pass>& passes);

// Returns the operations of each pass. Throws Error naming `what` where `all` is not the JSON of it; so does
// FillReferences.
Json OperationsToJson(const std::vector<Pass>& passes);
void FillOperations(std::string_view all, std::string_view what, std::vector<Pass>& passes);

// Returns for each pass the times of the references before and after it: of a cache line, of a block and of arithmetic;
// six numbers, 0 for a time that was not measured. Rows from before version 16 have the first two. Without any it is
// empty.
Json ReferencesToJson(const std::vector<Pass>& passes);
void FillReferences(std::string_view all, std::string_view what, std::vector<Pass>& passes);

// Names the parts in which two records of a launch differ, of all that the store keeps: "settings, series
// barrier/ranks:2"; empty: nothing. Figures that are computed from the passes are not looked at, since another version
// may compute them otherwise.
std::string DifferenceOf(const LaunchRecord& one, const LaunchRecord& other);

}  // namespace mpigauge
