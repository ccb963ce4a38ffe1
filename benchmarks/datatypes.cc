// Derived datatypes: ping-pong of data that do not lie together, sent by their type ("datatype_vector"), packed by a
// loop ("_by_hand") or by MPI_Pack ("_mpi_pack") and unpacked again, against data that do ("datatype_contiguous").
// The payload is the same, "bytes"; memory is the same in all operations, whatever --buffers says. And packing alone,
// on rank 0. Source: MPIPerf 5 [KU12], OSU's -D.
#include <benchmark/benchmark.h>
#include <mpi.h>

#include <cstdint>
#include <optional>
#include <string>

#include "benchmarks/collective_operations.h"
#include "benchmarks/layouts.h"
#include "benchmarks/scattered.h"
#include "harness/state/state.h"

namespace mpigauge::collectives {
namespace {

constexpr int kDatatypeTag = 1;

int NumbersIn(const State& state) { return static_cast<int>(state.bytes() / 8); }

// How such data travel.
struct ByType {
  static constexpr const char* kName = "";
  template <typename Data>
  static void Send(Data& data, int to, MPI_Comm comm) {
    Checked(MPI_Send(data.out(), data.count(), data.type(), to, kDatatypeTag, comm));
  }
  template <typename Data>
  static void Receive(Data& data, int from, MPI_Comm comm) {
    Checked(MPI_Recv(data.in(), data.count(), data.type(), from, kDatatypeTag, comm, MPI_STATUS_IGNORE));
  }
};

struct ByHand {
  static constexpr const char* kName = "_by_hand";
  template <typename Data>
  static void Send(Data& data, int to, MPI_Comm comm) {
    data.PackByHand();
    Checked(MPI_Send(data.packed(), data.payload_words(), MPI_INT32_T, to, kDatatypeTag, comm));
  }
  template <typename Data>
  static void Receive(Data& data, int from, MPI_Comm comm) {
    Checked(MPI_Recv(data.packed(), data.payload_words(), MPI_INT32_T, from, kDatatypeTag, comm, MPI_STATUS_IGNORE));
    data.UnpackByHand();
  }
};

struct ByMpiPack {
  static constexpr const char* kName = "_mpi_pack";
  template <typename Data>
  static void Send(Data& data, int to, MPI_Comm comm) {
    const int bytes = data.Pack();
    Checked(MPI_Send(data.packed(), bytes, MPI_PACKED, to, kDatatypeTag, comm));
  }
  template <typename Data>
  static void Receive(Data& data, int from, MPI_Comm comm) {
    Checked(MPI_Recv(data.packed(), data.packed_bytes(), MPI_PACKED, from, kDatatypeTag, comm, MPI_STATUS_IGNORE));
    data.Unpack();
  }
};

template <typename Layout, typename Way>
void PingPong(State& state) {
  const Pair pair = state.pair();
  const bool talks = pair.Has(state.rank());
  const int partner = talks ? pair.PartnerOf(state.rank()) : MPI_PROC_NULL;
  Scattered<Layout> data(state, talks ? NumbersIn(state) : 0);
  state.CheckData([&] { return talks ? data.FirstWrongFrom(partner) : std::nullopt; });
  state.RenewData([&](std::int64_t contents) { data.Renew(contents); });
  for (auto _ : state) {
    if (state.rank() == pair.first) {
      Way::Send(data, partner, state.comm());
      Way::Receive(data, partner, state.comm());
    } else if (state.rank() == pair.second) {
      Way::Receive(data, partner, state.comm());
      Way::Send(data, partner, state.comm());
    }
  }
}

enum class Half { kPack, kUnpack };

// One half of a copy alone; the other half is made before or after it, untimed.
template <typename Layout, Half kHalf, bool kByHand>
void OnRankZero(State& state) {
  const bool works = state.rank() == 0;
  Scattered<Layout> data(state, works ? NumbersIn(state) : 0);
  const auto pack = [&] { kByHand ? data.PackByHand() : static_cast<void>(data.Pack()); };
  const auto unpack = [&] { kByHand ? data.UnpackByHand() : data.Unpack(); };
  if (kHalf == Half::kUnpack) pack();
  state.RenewData([&](std::int64_t contents) {
    data.Renew(contents);
    if (kHalf == Half::kUnpack) pack();
  });
  state.CheckData([&]() -> std::optional<std::string> {
    if (kHalf == Half::kPack) {
      unpack();
      data.ClearPacked();
    }
    return data.FirstWrongFrom(0);
  });
  for (auto _ : state) {
    if (!works) continue;
    kHalf == Half::kPack ? pack() : unpack();
    benchmark::ClobberMemory();
  }
}

const std::vector<std::int64_t> kDatatypeSizes = {32, 4096, 65536, 1048576};

template <typename Layout, typename Way>
void RegisterPingPong() {
  RegisterCase(std::string("datatype_") + Layout::kName + Way::kName, PingPong<Layout, Way>)
      ->RoundTrip()
      ->Family("datatype")
      ->Describe(std::string("Ping-pong of a layout of data: ") + Layout::kName + Way::kName)
      ->Parameter("bytes", kDatatypeSizes);
}

template <typename Layout, Half kHalf, bool kByHand>
void RegisterOnRankZero() {
  RegisterCase(std::string(kHalf == Half::kPack ? "pack_" : "unpack_") + Layout::kName + (kByHand ? "_by_hand" : ""),
               OnRankZero<Layout, kHalf, kByHand>)
      ->Control()
      ->Family("datatype")
      ->Describe(std::string(kHalf == Half::kPack ? "Pack " : "Unpack ") + Layout::kName +
                 (kByHand ? " by hand" : " by the library") + ", on rank 0 alone")
      ->Parameter("bytes", kDatatypeSizes);
}

template <typename Layout>
void RegisterLayout() {
  RegisterPingPong<Layout, ByType>();
  RegisterPingPong<Layout, ByHand>();
  RegisterPingPong<Layout, ByMpiPack>();
  RegisterOnRankZero<Layout, Half::kPack, false>();
  RegisterOnRankZero<Layout, Half::kPack, true>();
  RegisterOnRankZero<Layout, Half::kUnpack, false>();
  RegisterOnRankZero<Layout, Half::kUnpack, true>();
}

[[maybe_unused]] const bool datatypes_registered = [] {
  RegisterPingPong<ContiguousLayout, ByType>();
  RegisterLayout<VectorLayout>();
  RegisterLayout<SmallVectorsLayout>();
  RegisterLayout<IndexedLayout>();
  RegisterLayout<StructLayout>();
  RegisterLayout<SubarrayLayout>();
  return true;
}();

}  // namespace
}  // namespace mpigauge::collectives
