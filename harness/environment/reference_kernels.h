#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <span>
#include <string>

#include "harness/agree/control.h"
#include "harness/environment/arithmetic.h"
#include "harness/environment/network_ping.h"
#include "harness/environment/places.h"
#include "record/record.h"

namespace mpigauge {

// Memory that a rank shares with its neighbour on the same host, without MPI: the ranks in pairs (0 and 1, 2 and 3,
// ...), which take turns at it. A rank that waits for its turn longer than some microseconds sleeps in the kernel:
// beside programs that switch all the time, one that gives its processor away gets it back milliseconds later.
class PairPage {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kBlockBytes = 4096;
  using Block = std::array<std::uint64_t, kBlockBytes / sizeof(std::uint64_t)>;

  // `places` of all ranks. Where ranks share processors, or shared memory cannot be had, nobody has a page. Collective.
  PairPage(const Control& control, std::span<const Place> places, bool oversubscribed);
  PairPage(const PairPage&) = delete;
  PairPage& operator=(const PairPage&) = delete;
  ~PairPage();

  bool there() const { return memory_ != nullptr; }  // on this rank
  bool first() const { return first_; }              // of the pair: it begins

  // Goes to the partner and back `round_trips` times; each of the two calls `at_each_turn` once a time, while the turn
  // is its own. Both call this with the same number. Returns whether it got so far: once the first one had to sleep and
  // its `end` is over, it tells the partner that this is the last round trip, in which neither acts.
  template <typename Action>
  bool Exchange(std::uint32_t round_trips, const Action& at_each_turn,
                Clock::time_point end = Clock::time_point::max()) {
    for (std::uint32_t i = 0; i < round_trips; ++i) {
      if (!first_) Await(turns_ + 1);
      const bool goes_on = first_ ? Decide(end) : GoesOn();
      if (goes_on) at_each_turn();
      Pass(turns_ + (first_ ? 1 : 2));
      if (first_) Await(turns_ + 2);
      turns_ += 2;
      if (!goes_on) return false;
    }
    return true;
  }

  // Forgets that it had to sleep.
  void Refresh() { slept_ = false; }

  // Belongs to whose turn it is.
  Block& block();

 private:
  struct Memory;
  bool Map(const std::string& name);
  void Await(std::uint32_t turn);
  void SleepUntil(std::uint32_t turn);
  void Pass(std::uint32_t turn);
  bool Decide(Clock::time_point end);
  bool GoesOn() const;

  bool first_ = false;
  Memory* memory_ = nullptr;
  std::uint32_t turns_ = 0;  // that were taken so far, of both; it may overflow
  bool slept_ = false;
};

// References are measured without MPI: a visit's times depend on them besides the library, see ReferenceTimes. On a
// virtual machine whose host moves and shares processors these change within seconds, by factors, and with them the
// cost of messages, while everything that the machine says of itself stays the same.
class ReferenceKernels {
 public:
  // `places` of all ranks. Collective.
  ReferenceKernels(const Control& control, std::span<const Place> places, bool oversubscribed)
      : control_(control),
        page_(control, places, oversubscribed),
        ping_(control, places, oversubscribed),
        measured_(!oversubscribed) {}

  // Returns for each reference the fastest of a few short rounds, of the rank or pair that needs longest; on rank 0,
  // zeros elsewhere. Zero also stands for a reference that cannot be measured: all of them if ranks share processors,
  // the handover if no neighbours are on one host, and the network on one host. The work is the same whatever the
  // clocks say, unless partners have to sleep: what a pair has not done after a millisecond then is left out. Some 20
  // us, up to 150 us where processors are far apart, and five round trips of TCP between hosts. Collective.
  ReferenceTimes Measure();

 private:
  const Control& control_;
  PairPage page_;
  NetworkPing ping_;
  Arithmetic arithmetic_;
  bool measured_;  // the same on all ranks
};

}  // namespace mpigauge
