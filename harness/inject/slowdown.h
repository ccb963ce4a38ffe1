#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mpigauge {

// How much slower one function is made: duration * factor + addition, on one rank or on all, for messages of at
// least `from_bytes`. Before that the function reads `lines` cache lines of a table of its own (ColdTable).
struct Slowdown {
  double factor = 1;
  std::int64_t addition_ns = 0;
  int rank = -1;  // -1: all
  std::int64_t from_bytes = 0;
  std::int64_t lines = 0;
};

// Parses the variable MPIGAUGE_SLOW: entries separated by ';', each FUNCTION:CHANGE[:rank=R][:from=BYTES][:lines=N],
// with CHANGE "+500ns" or "*1.20" or both ("*1.1+50ns").
//   MPI_Allreduce:+500ns
//   MPI_Bcast:*1.10:from=4KiB;MPI_Send:+1us:rank=1
//   MPI_Send:+0ns:lines=16      a library that is slower where the caller has used the caches for other data
// Throws Error (usage) naming the entry.
std::map<std::string, Slowdown> ParseSlowdowns(std::string_view text);

// What a call that took from `start_ns` to `end_ns` must still wait, the cost of the two clock reads around it
// taken off.
std::int64_t ExtraNs(const Slowdown& slowdown, std::int64_t start_ns, std::int64_t end_ns, std::int64_t clock_cost_ns);

// A table of which each line says where the next one is, in pages of their own: a reader waits for each line before it
// can ask for the next. As long as the caches hold the lines, a line takes a nanosecond or two; where the caller has
// used the caches for other data since the last call, it takes as long as memory does.
class ColdTable {
 public:
  static constexpr std::int64_t kMostLines = 4096;  // 16 MiB

  explicit ColdTable(std::int64_t lines);

  // Reads all lines. Returns the number of lines read, so that no compiler leaves it out.
  std::int64_t Read() const;

 private:
  struct alignas(64) Line {
    std::int64_t next = 0;
  };
  std::int64_t lines_ = 0;
  std::vector<Line> table_;
};

}  // namespace mpigauge
