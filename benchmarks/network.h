#pragma once

// What the family "network" measures: what a model of a network is fitted to, between two ranks at each distance. All
// of its cases have the same message sizes. See docs/methods/network.md.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/partners.h"

namespace mpigauge {

inline constexpr int kGoTag = 3;  // without data: "begin"

// From 1 B to 1 MiB, four to a doubling, where those are whole numbers: 76 sizes.
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

  void Tell(int tag) const { MPI_Send(nullptr, 0, MPI_CHAR, partner, tag, comm); }
  void Hear(int tag) const { MPI_Recv(nullptr, 0, MPI_CHAR, partner, tag, comm, MPI_STATUS_IGNORE); }
  void Send(const char* data) const { MPI_Send(data, count, MPI_CHAR, partner, kTag, comm); }
  void Receive(char* data) const { MPI_Recv(data, count, MPI_CHAR, partner, kTag, comm, MPI_STATUS_IGNORE); }
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
