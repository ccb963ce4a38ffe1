// What the harness costs, against the plainest possible loop measured in the same run:
//   mpirun -n 2 overhead-bench --benchmark_filter='ping_pong/bytes:8/|plain|empty'
// ping_pong's minimum against plain_ping_pong's is the harness's share in loop mode; `empty` is the time that call
// mode reports for no operation at all.
#include <benchmark/benchmark.h>
#include <mpi.h>

#include "harness/state/state.h"

namespace {

// A ping-pong as a textbook has it: one clock read before many round trips and one after. Half of a round trip.
void BM_PlainPingPong(benchmark::State& state) {
  constexpr int kRoundTrips = 256;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char out[8] = {};
  char in[8] = {};
  for (auto _ : state) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    for (int i = 0; i < kRoundTrips; ++i) {
      if (rank == 0) {
        MPI_Send(out, 8, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(in, 8, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      } else if (rank == 1) {
        MPI_Recv(in, 8, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(out, 8, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
      }
    }
    state.SetIterationTime((MPI_Wtime() - start) / (2 * kRoundTrips));
  }
}
MPIGAUGE_CASE(BM_PlainPingPong);

void Empty(mpigauge::State& state) {
  for (auto _ : state) {
  }
}
MPIGAUGE_CASE(Empty)->Collective();

}  // namespace
