// Two ranks talk; any number of others may be present and does nothing [MP7].
#include <mpi.h>

#include "benchmarks/partners.h"
#include "harness/state/buffers.h"
#include "harness/state/state.h"

namespace mpigauge {
namespace {

// Source: mpptest 3.4 [MP9], SKaMPI A [SK2] (Send - Recv).
void PingPong(State& state) {
  Buffers<char> buffers(state);
  state.CheckData(PartnersData(state, buffers));
  const int n = buffers.count();
  const auto [first, second] = state.pair();
  for (auto _ : state) {
    if (state.rank() == first) {
      MPI_Send(buffers.send(), n, MPI_CHAR, second, kTag, state.comm());
      MPI_Recv(buffers.recv(), n, MPI_CHAR, second, kTag, state.comm(), MPI_STATUS_IGNORE);
    } else if (state.rank() == second) {
      MPI_Recv(buffers.recv(), n, MPI_CHAR, first, kTag, state.comm(), MPI_STATUS_IGNORE);
      MPI_Send(buffers.send(), n, MPI_CHAR, first, kTag, state.comm());
    }
  }
}
MPIGAUGE_CASE(PingPong)->RoundTrip()->MessageSizes()->Describe("MPI_Send and MPI_Recv there and back; half of it");

// Both directions at once. Source: mpptest 3.4 [MP9].
void HeadToHead(State& state) {
  Buffers<char> buffers(state);
  state.CheckData(PartnersData(state, buffers));
  const int partner = state.pair().PartnerOf(state.rank());
  for (auto _ : state) {
    if (!state.pair().Has(state.rank())) continue;
    MPI_Request request;
    MPI_Irecv(buffers.recv(), buffers.count(), MPI_CHAR, partner, kTag, state.comm(), &request);
    MPI_Send(buffers.send(), buffers.count(), MPI_CHAR, partner, kTag, state.comm());
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}
MPIGAUGE_CASE(HeadToHead)->Exchange()->MessageSizes()->Describe("both send and receive at once");

}  // namespace
}  // namespace mpigauge
