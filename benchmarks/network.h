#pragma once

// The family "network" measures times that a model of a network is fitted to, between two ranks at each distance. All
// of its cases have the same message sizes. See docs/methods/network.md.

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/partners.h"
#include "harness/state/area.h"
#include "harness/state/state.h"

namespace mpigauge {

// The work of a program between its messages: they write what they send next, and go through other data. A message that
// is sent again and again out of a cache, by code that ran a moment ago, is quicker than any message of a program.

enum class Between { kNothing, kComputation };

// Writes and reads, line by line, without changing a value. Nothing else may use the data meanwhile.
class Computation {
 public:
  explicit Computation(Between between) : other_(between == Between::kNothing ? 0 : Lines(CacheBytes())) {}

  // Each line of the data that are to be sent, and the rest.
  void Run(char* data, int bytes) {
    if (other_.empty()) return;
    volatile char* const written = data;
    for (int at = 0; at < bytes; at += static_cast<int>(kLineBytes)) written[at] = written[at];
    Run();
  }

  // Reads as much as the second-level cache holds, which is then full of it.
  void Run() {
    for (Line& line : other_) {
      volatile std::int64_t& value = line.value;
      value = value + 1;
    }
  }

 private:
  struct alignas(kLineBytes) Line {
    std::int64_t value = 0;
  };

  static std::int64_t CacheBytes() {
    constexpr std::int64_t kLeast = 256 << 10;
    constexpr std::int64_t kUsual = 1 << 20;  // where the machine does not say
    constexpr std::int64_t kMost = 4 << 20;
    const std::int64_t bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return bytes > 0 ? std::clamp(bytes, kLeast, kMost) : kUsual;
  }
  static std::size_t Lines(std::int64_t bytes) { return static_cast<std::size_t>(bytes) / kLineBytes; }

  std::vector<Line> other_;
};

// Times a part of each operation, for cases with Parts(). What reading the clock adds to a part is measured before the
// loop and taken off; no part is below zero.
class PartTimer {
 public:
  explicit PartTimer(State& state) : state_(state), clock_(state.timer()), cost_ns_(Cost(clock_)) {}

  void Begin() { begin_ns_ = clock_.Now(); }
  void End() { Take(clock_.Now() - begin_ns_ - cost_ns_); }
  // Takes a time that was found in another way, without the clock's cost.
  void Take(std::int64_t ns) { state_.TakePart(std::max<std::int64_t>(ns, 0)); }

  std::int64_t Now() const { return clock_.Now(); }

  void Wait(std::int64_t ns) const {
    const std::int64_t end = clock_.Now() + ns;
    while (clock_.Now() < end) {
    }
  }

 private:
  // Returns the median time between two readings in a row, which is what an empty part would take.
  static std::int64_t Cost(const Timer& clock) {
    std::array<std::int64_t, 101> empty;
    for (std::int64_t& ns : empty) {
      const std::int64_t begin = clock.Now();
      ns = clock.Now() - begin;
    }
    std::nth_element(empty.begin(), empty.begin() + empty.size() / 2, empty.end());
    return empty[empty.size() / 2];
  }

  State& state_;
  const Timer& clock_;
  const std::int64_t cost_ns_;
  std::int64_t begin_ns_ = 0;
};

inline constexpr int kGoTag = 3;  // without data: "begin"

// The sizes are from 1 B to 1 MiB, four to a doubling, if those are whole numbers: 76 sizes.
inline std::vector<std::int64_t> NetworkSizes() {
  std::vector<std::int64_t> sizes;
  for (int quarter = 0; quarter <= 80; ++quarter) {
    const std::int64_t bytes = std::llround(std::exp2(quarter / 4.0));
    if (sizes.empty() || sizes.back() != bytes) sizes.push_back(bytes);
  }
  return sizes;
}

// One end of the pair.
struct Side {
  bool first;  // sends
  bool second;
  int partner;
  int count;
  MPI_Comm comm;

  explicit Side(const State& state, const Buffers<char>& buffers)
      : first(state.rank() == state.pair().first),
        second(state.rank() == state.pair().second),
        partner(state.pair().PartnerOf(state.rank())),
        count(buffers.count()),
        comm(state.comm()) {}

  void Tell(int tag) const { Checked(MPI_Send(nullptr, 0, MPI_CHAR, partner, tag, comm)); }
  void Hear(int tag) const { Checked(MPI_Recv(nullptr, 0, MPI_CHAR, partner, tag, comm, MPI_STATUS_IGNORE)); }
  void Send(const char* data) const { Checked(MPI_Send(data, count, MPI_CHAR, partner, kTag, comm)); }
  void Receive(char* data) const { Checked(MPI_Recv(data, count, MPI_CHAR, partner, kTag, comm, MPI_STATUS_IGNORE)); }
};

// The second one checks what came from the first; the others have nothing to check.
inline State::DataCheck SecondsData(const State& state, Buffers<char>& buffers) {
  return state.rank() == state.pair().second ? DataOf(state.pair().first, buffers) : NothingToCheck;
}

inline Case* RegisterNetworkCase(std::string name, Case::Function function) {
  return RegisterCase(std::move(name), std::move(function))
      ->Exchange()
      ->Family("network")
      ->Parameter("bytes", NetworkSizes())
      ->Distances();
}

}  // namespace mpigauge
