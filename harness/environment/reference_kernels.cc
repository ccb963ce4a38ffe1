#include "harness/environment/reference_kernels.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <limits>

namespace mpigauge {
namespace {

// Of each reference the first round is not counted: it waits for the partner, or for the caches.
struct Effort {
  int rounds;                 // that count
  std::uint64_t round_trips;  // of a round, or passes over the numbers
};
constexpr Effort kHandover = {4, 16};
constexpr Effort kBlock = {3, 2};
constexpr Effort kArithmetic = {3, 8};

// Picoseconds of one direction.
template <typename Action>
std::int64_t FastestExchange(PairPage& page, const Effort& effort, const Action& at_each_turn) {
  using Clock = std::chrono::steady_clock;
  double fastest = std::numeric_limits<double>::infinity();
  for (int round = 0; round <= effort.rounds; ++round) {
    const Clock::time_point start = Clock::now();
    page.Exchange(effort.round_trips, at_each_turn);
    const std::chrono::duration<double, std::pico> took = Clock::now() - start;
    if (round > 0) fastest = std::min(fastest, took.count());
  }
  return static_cast<std::int64_t>(fastest / (2.0 * static_cast<double>(effort.round_trips)));
}

std::int64_t FastestArithmetic(Arithmetic& arithmetic) {
  const auto passes = static_cast<int>(kArithmetic.round_trips);
  std::int64_t fastest = std::numeric_limits<std::int64_t>::max();
  for (int round = 0; round <= kArithmetic.rounds; ++round) {
    const std::int64_t took = arithmetic.Time(passes);
    if (round > 0) fastest = std::min(fastest, took);
  }
  return fastest * 1000;
}

}  // namespace

ReferenceTimes ReferenceKernels::Measure() {
  if (!measured_) return {};
  std::array<std::int64_t, 3> picoseconds = {0, 0, 0};
  if (page_.there()) {
    picoseconds[0] = FastestExchange(page_, kHandover, [] {});
    picoseconds[1] = FastestExchange(page_, kBlock, [this] {
      for (std::uint64_t& word : page_.block()) ++word;
    });
    if (!page_.first()) picoseconds = {};  // the pair's times are those of the one who began
  }
  picoseconds[2] = FastestArithmetic(arithmetic_);
  control_.MaxToRoot(picoseconds);
  if (!control_.root()) return {};
  const auto seconds = [&](std::size_t i) { return static_cast<double>(picoseconds[i]) * 1e-12; };
  return {seconds(0), seconds(1), seconds(2)};
}

}  // namespace mpigauge
