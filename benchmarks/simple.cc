// Calls that talk to nobody. Source: SKaMPI A [SK6].
#include <benchmark/benchmark.h>
#include <mpi.h>

#include "benchmarks/partners.h"

namespace mpigauge {
namespace {

// A call of a nanosecond would be a tenth slower if each were Checked, so the last one is.
void CommRank(State& state) {
  int rank = -1;
  int code = MPI_SUCCESS;
  for (auto _ : state) {
    code = MPI_Comm_rank(state.comm(), &rank);
    benchmark::DoNotOptimize(rank);
  }
  Checked(code);
}
MPIGAUGE_CASE(CommRank)->Local()->Describe("MPI_Comm_rank");

void CommSize(State& state) {
  int size = -1;
  int code = MPI_SUCCESS;
  for (auto _ : state) {
    code = MPI_Comm_size(state.comm(), &size);
    benchmark::DoNotOptimize(size);
  }
  Checked(code);
}
MPIGAUGE_CASE(CommSize)->Local()->Describe("MPI_Comm_size");

void IprobeNothing(State& state) {
  int there = 0;
  for (auto _ : state) {
    Checked(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, state.comm(), &there, MPI_STATUS_IGNORE));
    benchmark::DoNotOptimize(there);
  }
}
MPIGAUGE_CASE(IprobeNothing)->Local()->Describe("MPI_Iprobe without a message");

void Wtime(State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(MPI_Wtime());
}
MPIGAUGE_CASE(Wtime)->Local()->Describe("MPI_Wtime");

void BufferAttachDetach(State& state) {
  PageArray<char> memory(65536 + MPI_BSEND_OVERHEAD);
  const int bytes = static_cast<int>(memory.values().size());
  for (auto _ : state) {
    void* detached = nullptr;
    int detached_bytes = 0;
    Checked(MPI_Buffer_attach(memory.data(), bytes));
    Checked(MPI_Buffer_detach(static_cast<void*>(&detached), &detached_bytes));
  }
}
MPIGAUGE_CASE(BufferAttachDetach)->Local()->Describe("MPI_Buffer_attach and detach");

}  // namespace
}  // namespace mpigauge
