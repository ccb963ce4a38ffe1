// A Google Benchmark function with manual time, adopted as it is: it knows nothing of mpigauge but for the
// line that registers it. The harness runs it in the same passes and takes the slowest rank's times [CI1].
#include <benchmark/benchmark.h>
#include <mpi.h>

#include <vector>

#include "harness/state/case.h"

namespace {

void BM_Sendrecv(benchmark::State& state) {
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int right = (rank + 1) % size;
  const int left = (rank + size - 1) % size;
  std::vector<char> out(static_cast<std::size_t>(state.range(0)));
  std::vector<char> in(out.size());
  for (auto _ : state) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    MPI_Sendrecv(out.data(), static_cast<int>(out.size()), MPI_CHAR, right, 0, in.data(), static_cast<int>(in.size()),
                 MPI_CHAR, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    state.SetIterationTime(MPI_Wtime() - start);
  }
}
MPIGAUGE_CASE(BM_Sendrecv)
    ->Parameter("bytes", {65536})
    ->Describe("MPI_Sendrecv in a ring: a Google Benchmark function that times itself");

}  // namespace
