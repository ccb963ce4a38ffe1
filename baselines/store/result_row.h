#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "baselines/store/database.h"
#include "record/record.h"

// Rows of the table `results`: what a launch has of a series.

namespace mpigauge {

// The figures of a series in a launch.
struct ResultFigures {
  std::int64_t observations = 0;
  std::int64_t late = 0;
  std::optional<double> median_seconds;  // where there was nothing to observe there is no figure
  std::optional<double> minimum_seconds;
  std::optional<double> p99_seconds;
  std::optional<double> local_median_seconds;
  double first_call_seconds = 0;
  double second_call_seconds = 0;
  double cpu_seconds = 0;
  std::int64_t operations_per_observation = 0;
  std::int64_t verified = 0;
  std::optional<std::string> fault;
  std::int64_t remeasured = 0;
  std::string counters;
  double overhead_seconds = 0;
  std::optional<double> tick_seconds;  // rows of before version 15 have none

  static void Columns(auto& row, auto&& each) {
    each("observations", row.observations);
    each("late", row.late);
    each("median_seconds", row.median_seconds);
    each("minimum_seconds", row.minimum_seconds);
    each("p99_seconds", row.p99_seconds);
    each("local_median_seconds", row.local_median_seconds);
    each("first_call_seconds", row.first_call_seconds);
    each("second_call_seconds", row.second_call_seconds);
    each("cpu_seconds", row.cpu_seconds);
    each("operations_per_observation", row.operations_per_observation);
    each("verified", row.verified);
    each("fault", row.fault);
    each("remeasured", row.remeasured);
    each("counters", row.counters);
    each("overhead_seconds", row.overhead_seconds);
    each("tick_seconds", row.tick_seconds);
  }
};

// The data of each pass: the observations, the references and the operations.
struct ResultPasses {
  Blob passes;
  std::string reference_seconds;
  std::optional<std::string> pass_operations;  // rows of before version 15 have none
  std::optional<std::int64_t> passes_checksum;

  static void Columns(auto& row, auto&& each) {
    each("passes", row.passes);
    each("reference_seconds", row.reference_seconds);
    each("pass_operations", row.pass_operations);
    each("passes_checksum", row.passes_checksum);
  }
};

// The whole row.
struct ResultRow {
  std::string launch_id;
  std::int64_t series_id = 0;
  ResultFigures figures;
  ResultPasses passes;
  std::int64_t checksum = 0;  // of the figures

  static void Columns(auto& row, auto&& each) {
    each("launch_id", row.launch_id);
    each("series_id", row.series_id);
    ResultFigures::Columns(row.figures, each);
    ResultPasses::Columns(row.passes, each);
    each("checksum", row.checksum);
  }
};

// The figures of a series, and the data of its passes with their checksum.
ResultFigures FiguresOf(const SeriesRecord& series);
ResultPasses PassesOf(const SeriesRecord& series, std::int64_t figures_checksum);

// The checksum of the figures of a launch's series.
std::int64_t ResultChecksum(const std::string& launch_id, const std::string& identity, const ResultFigures& figures);

// The checksum of the data of each pass, which contains that of the figures.
std::int64_t PassesChecksum(std::int64_t figures_checksum, const ResultPasses& passes);

// Writes the figures into a series, and one pass with the medians of the counters. Throws Error naming `what` where a
// text cannot be read.
void FillResult(const ResultFigures& figures, std::string_view what, SeriesRecord& series);

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

}  // namespace mpigauge
