// Blocking collectives: every operation is started together on the global clock; its time is from the first
// start to the last end. "bytes" is what one rank sends to one other, as in OSU: of a reduce_scatter the length of one
// block. Source: SKaMPI A [SK4], MPIPerf 5 [KU12].
#include <mpi.h>

#include <algorithm>
#include <array>

#include "benchmarks/collective_operations.h"
#include "benchmarks/partners.h"
#include "harness/state/buffers.h"
#include "harness/state/state.h"

namespace mpigauge {
namespace {

using collectives::kRoot;

float SumOverRanks(const State& state, const Buffers<float>& buffers, std::int64_t index) {
  float sum = 0;
  for (int rank = 0; rank < state.size(); ++rank) sum += buffers.Sent(rank, index);
  return sum;
}

void Barrier(State& state) {
  for (auto _ : state) Checked(MPI_Barrier(state.comm()));
}
MPIGAUGE_CASE(Barrier)->Collective()->Describe("MPI_Barrier");

void Bcast(State& state) {
  Buffers<char> buffers(state);
  if (state.rank() == kRoot) {
    state.CheckData(NothingToCheck);
  } else {
    state.CheckData([&] { return buffers.FirstUnlike(kRoot); });
  }
  for (auto _ : state) {
    char* data = state.rank() == kRoot ? buffers.send() : buffers.recv();
    Checked(MPI_Bcast(data, buffers.count(), MPI_CHAR, kRoot, state.comm()));
  }
}
MPIGAUGE_CASE(Bcast)->Collective()->MessageSizes()->Describe("MPI_Bcast from rank 0");
[[maybe_unused]] const Case* const bcast_unaligned =
    RegisterCase("bcast_unaligned", Bcast)
        ->Collective()
        ->Displaced(1)
        ->Parameter("bytes", kOddSizes)
        ->Describe("MPI_Bcast from rank 0, of odd sizes from odd addresses");

void Reduce(State& state) {
  Buffers<float> buffers(state);
  if (state.rank() == kRoot) {
    state.CheckData(
        [&] { return buffers.FirstUnlikePeriod([&](std::int64_t i) { return SumOverRanks(state, buffers, i); }); });
  } else {
    state.CheckData(NothingToCheck);
  }
  for (auto _ : state) {
    Checked(MPI_Reduce(buffers.send(), buffers.recv(), buffers.count(), MPI_FLOAT, MPI_SUM, kRoot, state.comm()));
  }
}
MPIGAUGE_CASE(Reduce)->Collective()->MessageSizes()->Describe("MPI_Reduce, a sum of floats, to rank 0");

void Allreduce(State& state) {
  Buffers<float> buffers(state);
  state.CheckData(
      [&] { return buffers.FirstUnlikePeriod([&](std::int64_t i) { return SumOverRanks(state, buffers, i); }); });
  for (auto _ : state) {
    Checked(MPI_Allreduce(buffers.send(), buffers.recv(), buffers.count(), MPI_FLOAT, MPI_SUM, state.comm()));
  }
}
MPIGAUGE_CASE(Allreduce)->Collective()->MessageSizes()->Describe("MPI_Allreduce, a sum of floats");
[[maybe_unused]] const Case* const allreduce_unaligned =
    RegisterCase("allreduce_unaligned", Allreduce)
        ->Collective()
        ->Displaced(4)
        ->Parameter("bytes", kOddSizes)
        ->Describe("MPI_Allreduce, a sum of floats, of odd sizes from addresses that no vector begins at");

void Alltoall(State& state) {
  Buffers<char> buffers(state, state.size());
  const std::int64_t block = buffers.count();
  state.CheckData([&] {
    std::optional<std::string> wrong;
    for (int from = 0; from < state.size(); ++from) {
      auto of_one = buffers.FirstUnlike(from, state.rank() * block, from * block, block);
      if (!wrong) wrong = std::move(of_one);
    }
    return wrong;
  });
  for (auto _ : state) {
    Checked(MPI_Alltoall(buffers.send(), buffers.count(), MPI_CHAR, buffers.recv(), buffers.count(), MPI_CHAR,
                         state.comm()));
  }
}
MPIGAUGE_CASE(Alltoall)->Collective()->MessageSizes()->Describe("MPI_Alltoall; bytes from one rank to one other");

// All others are rows of the table. "_uneven": blocks that grow with the rank, as long on average as equal ones.
template <typename T>
void Call(State& state, const collectives::Operation& operation, collectives::Sharing sharing) {
  collectives::CollectiveBuffers<T> buffers(state, operation.movement, sharing);
  for (auto _ : state) operation.call(buffers.Next());
}

Case* RegisterRow(const std::string& name, const collectives::Operation& operation, collectives::Sharing sharing) {
  return RegisterCase(name,
                      [&operation, sharing](State& state) {
                        collectives::WithElement(operation.movement, [&](auto element) {
                          Call<decltype(element)>(state, operation, sharing);
                        });
                      })
      ->Collective()
      ->Describe("MPI_" + operation.name + (sharing == collectives::Sharing::kUneven ? ", uneven counts" : ""));
}

[[maybe_unused]] const bool collectives_registered = [] {
  constexpr std::array kWrittenAbove = {"barrier", "bcast", "reduce", "allreduce", "alltoall"};
  for (const auto& operation : collectives::CollectiveOperations()) {
    if (std::find(kWrittenAbove.begin(), kWrittenAbove.end(), operation.name) == kWrittenAbove.end()) {
      RegisterRow(operation.name, operation, collectives::Sharing::kEqual)->MessageSizes();
    }
    if (operation.has_counts) {
      RegisterRow(operation.name + "_uneven", operation, collectives::Sharing::kUneven)
          ->Parameter("bytes", collectives::kFewSizes);
    }
  }
  return true;
}();

}  // namespace
}  // namespace mpigauge
