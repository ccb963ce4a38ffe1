#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/record.h"

namespace mpigauge {

// A series over several launches: one figure from each, merged by the median. Source: SKaMPI 3.3 [SK13].
struct MergedSeries {
  const SeriesRecord* series = nullptr;  // in the first launch that has it, for what is the same in all
  double seconds = 0;                    // the median over the launches; NaN where none has a figure
  double relative_deviation = 0;         // the standard deviation over the launches, divided by their mean
  std::vector<double> launches_seconds;  // one for each launch that has one, in their order
  std::int64_t late = 0;                 // discarded observations of all launches
  std::vector<Fault> faults;             // one for each launch that had one
};

// The figures that are stored of every launch: "median", "minimum", "p99".
const std::vector<std::string>& MergedFigureNames();

// The series are in the order in which the launches name them first. Series of one name that were measured in different
// ways stay apart. The launches must outlive them. Throws Error (usage) where there is no such figure.
std::vector<MergedSeries> MergeLaunches(const std::vector<LaunchRecord>& launches, const std::string& figure);
std::vector<MergedSeries> MergeLaunches(std::vector<LaunchRecord>&& launches, const std::string& figure) = delete;

}  // namespace mpigauge
