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
  std::int64_t every = 1;       // only each such call: the 200th, the 400th, ... that it applies to
  bool sleeps = false;          // it waits in the kernel, and takes no processor
  bool clock_is_extra = false;  // the clock's readings come on top of the slowdown, and are no part of it
};

// Parses the variable MPIGAUGE_SLOW: entries separated by ';', each
// FUNCTION:CHANGE[:rank=R][:from=BYTES][:every=N][:sleep][:clock=extra], with CHANGE "+500ns" or "*1.20" or both
// ("*1.1+50ns").
//   MPI_Allreduce:+500ns
//   MPI_Bcast:*1.10:from=4KiB;MPI_Send:+1us:rank=1
//   MPI_Allreduce:+1ms:every=200
//   MPI_Allreduce:+1ms:sleep
// The clock is read before and after a call, which costs some 50 ns. These count as part of the slowdown, so that a
// call takes as much longer than without the library as was asked for. With clock=extra they come on top. That is for a
// comparison with a side that reads the clock as well, and is slowed by nothing: MPI_Bcast:*1.00 beside
// MPI_Bcast:*1.03:clock=extra.
// Throws Error (usage) naming the entry.
std::map<std::string, Slowdown> ParseSlowdowns(std::string_view text);

// How long a call that took from `start_ns` to `end_ns` must still wait. The cost of the two readings of the clock
// around it is taken off, or with clock_is_extra the half reading by which waiting ends late on average.
std::int64_t ExtraNs(const Slowdown& slowdown, std::int64_t start_ns, std::int64_t end_ns, std::int64_t clock_cost_ns);

}  // namespace mpigauge
