#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mpigauge {

// In which way a function is wrong.
enum class WrongKind {
  kNothing,  // does its work in one of N calls, and returns at once from the others
  kStale,    // leaves the result of the call before in each N-th call
  kWrong,    // has a bit of its result turned over in each N-th call
  kOverrun,  // writes N bytes behind the result, in each call
  kCode,     // returns MPI_ERR_OTHER from each N-th call, which calls no error handler and has done its work
};

struct WrongFunction {
  std::string function;
  WrongKind kind = WrongKind::kNothing;
  std::int64_t number = 1;
};

// Parses the variable MPIGAUGE_WRONG: entries separated by ';', each FUNCTION:KIND:N.
//   MPI_Allreduce:nothing:5
//   MPI_Recv:overrun:64;MPI_Bcast:code:100
// Throws Error (usage) naming the entry.
std::vector<WrongFunction> ParseWrongFunctions(std::string_view text);

}  // namespace mpigauge
