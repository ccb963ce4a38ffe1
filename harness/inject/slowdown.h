#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace mpigauge {

// How much slower one function is made: duration * factor + addition, on one rank or on all, for messages of at
// least `from_bytes`.
struct Slowdown {
  double factor = 1;
  std::int64_t addition_ns = 0;
  int rank = -1;  // -1: all
  std::int64_t from_bytes = 0;
};

// Parses the variable MPIGAUGE_SLOW: entries separated by ';', each FUNCTION:CHANGE[:rank=R][:from=BYTES], with
// CHANGE "+500ns" or "*1.20" or both ("*1.1+50ns").
//   MPI_Allreduce:+500ns
//   MPI_Bcast:*1.10:from=4KiB;MPI_Send:+1us:rank=1
// Throws Error (usage) naming the entry.
std::map<std::string, Slowdown> ParseSlowdowns(std::string_view text);

// What a call that took from `start_ns` to `end_ns` must still wait, the cost of the two clock reads around it
// taken off.
std::int64_t ExtraNs(const Slowdown& slowdown, std::int64_t start_ns, std::int64_t end_ns, std::int64_t clock_cost_ns);

}  // namespace mpigauge
