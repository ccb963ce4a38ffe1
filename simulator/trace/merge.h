#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "simulator/trace/trace_set.h"

namespace mpigauge {

enum class MergeEstimator {
  kMinimum,  // of a loaded machine: neighbours in the caches only make a burst longer
  kMedian,   // of a quiet machine, where the minimum is too short
  kAuto,     // the minimum, where the machine looks loaded
};

// "minimum", "median".
std::string NameOf(MergeEstimator estimator);

struct Merged {
  TraceSet traces;
  MergeEstimator estimator = MergeEstimator::kMinimum;  // the one that was taken
  std::string reason;                                   // why, where it was to be found out
  std::vector<double> computed_seconds;                 // of each of the traces, all ranks together
  double merged_seconds = 0;
  double wall_over_cpu = 1;        // how much longer bursts took on the wall clock, in all traces together
  double spread = 0;               // longest less shortest of the traces, over all bursts, as a share of the medians
  std::vector<std::string> notes;  // what the traces do not agree about
};

// Traces of the same program become one, burst by burst: the computation before each call is the minimum or the median
// of what the traces have there. Tests and probes that found nothing are left out (see ToProgramOptions), as their
// number differs. Sources of wildcard receives, and which request was over first, are those of the first trace. Throws
// Error (usage) naming rank and call where the traces' calls differ, and where there are fewer than two.
Merged Merge(const std::vector<TraceSet>& all, MergeEstimator estimator = MergeEstimator::kAuto);

// A file for each rank, as the trace library writes them. The folder is made; it must not have traces yet. Throws
// Error.
void WriteTraces(const TraceSet& traces, const std::filesystem::path& folder);

}  // namespace mpigauge
