#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "simulator/trace/trace_set.h"

namespace mpigauge {

// All calls of one name.
struct CallSum {
  std::string name;
  std::int64_t calls = 0;
  std::int64_t bytes = 0;       // sent, or of collectives
  double inside_seconds = 0;    // in the call, on the wall clock
  double computed_seconds = 0;  // before it
};

struct TraceInfo {
  TraceHeader header;  // that of rank 0
  int ranks = 0;
  std::vector<std::string> hosts;        // without repetition
  std::int64_t calls = 0;                // of all ranks
  std::int64_t polls = 0;                // tests and probes that found nothing
  std::vector<double> computed_seconds;  // of each rank
  std::vector<double> wall_seconds;      // of each rank, from MPI_Init to MPI_Finalize
  std::vector<CallSum> names;            // what takes longest first
  std::vector<std::string> notes;        // what a simulation would not model, and what is damaged
};

TraceInfo InfoOf(const TraceSet& traces);

std::string InfoText(const TraceInfo& info);
Json ToJson(const TraceInfo& info);

}  // namespace mpigauge
