#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mpigauge {

// One bit of one message that is turned over: in the `call`-th call of a function, on one rank, that has a message
// (of a collective: a block) with this byte and of this length.
struct Flip {
  std::string function;
  std::int64_t call = 1;
  std::int64_t bytes = -1;  // -1: of any length
  std::int64_t byte = 0;
  int bit = 0;
  int rank = 1;
};

// Parses the variable MPIGAUGE_FLIP: entries separated by ';', each
// FUNCTION[:call=N][:bytes=N][:byte=N][:bit=N][:rank=N].
//   MPI_Recv:call=17:byte=5:bit=3
//   MPI_Bcast:bytes=4097;MPI_Gather:rank=0
// Throws Error (usage) naming the entry.
std::vector<Flip> ParseFlips(std::string_view text);

// Flips and how many calls each has seen.
class FlipCounter {
 public:
  explicit FlipCounter(std::vector<Flip> flips) : flips_(std::move(flips)), seen_(flips_.size(), 0) {}

  // Returns the flip to make in this call, or nullptr.
  const Flip* CountCall(std::string_view function, std::int64_t bytes, int rank);

  const std::vector<Flip>& flips() const { return flips_; }

 private:
  std::vector<Flip> flips_;
  std::vector<std::int64_t> seen_;
};

}  // namespace mpigauge
