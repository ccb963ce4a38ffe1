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
      Checked(MPI_Send(buffers.send(), n, MPI_CHAR, second, kTag, state.comm()));
      Checked(MPI_Recv(buffers.recv(), n, MPI_CHAR, second, kTag, state.comm(), MPI_STATUS_IGNORE));
    } else if (state.rank() == second) {
      Checked(MPI_Recv(buffers.recv(), n, MPI_CHAR, first, kTag, state.comm(), MPI_STATUS_IGNORE));
      Checked(MPI_Send(buffers.send(), n, MPI_CHAR, first, kTag, state.comm()));
    }
  }
}
MPIGAUGE_CASE(PingPong)->RoundTrip()->MessageSizes()->Describe("MPI_Send and MPI_Recv there and back; half of it");
[[maybe_unused]] const Case* const ping_pong_unaligned =
    RegisterCase("ping_pong_unaligned", PingPong)
        ->RoundTrip()
        ->Displaced(1)
        ->Parameter("bytes", kOddSizes)
        ->Describe("MPI_Send and MPI_Recv there and back, of odd sizes from odd addresses; half of it");

// Both directions at once. Source: mpptest 3.4 [MP9].
void HeadToHead(State& state) {
  Buffers<char> buffers(state);
  state.CheckData(PartnersData(state, buffers));
  const int partner = state.pair().PartnerOf(state.rank());
  for (auto _ : state) {
    if (!state.pair().Has(state.rank())) continue;
    MPI_Request request;
    Checked(MPI_Irecv(buffers.recv(), buffers.count(), MPI_CHAR, partner, kTag, state.comm(), &request));
    Checked(MPI_Send(buffers.send(), buffers.count(), MPI_CHAR, partner, kTag, state.comm()));
    Checked(MPI_Wait(&request, MPI_STATUS_IGNORE));
  }
}
MPIGAUGE_CASE(HeadToHead)->Exchange()->MessageSizes()->Describe("both send and receive at once");

// MPI_Sendrecv_replace between two: the message comes where the other one went from. Source: SKaMPI A [SK2].

// The messages change places with every operation, so two operations look like none. A stamp in the first byte, written
// before each, tells which rank sent it and in which turn.
char Stamp(std::int64_t turn, bool first) { return static_cast<char>(turn % 50 * 2 + (first ? 1 : 0)); }

void HeadToHeadSendrecvReplace(State& state) {
  Buffers<char> buffers(state);
  const int n = buffers.count();
  char* data = buffers.recv();
  std::int64_t turn = 0;
  if (!state.pair().Has(state.rank())) {
    state.CheckData(NothingToCheck);
    for (auto _ : state) {
    }
    return;
  }
  const int partner = state.pair().PartnerOf(state.rank());
  const bool first = state.rank() == state.pair().first;
  const auto fill = [&](std::int64_t) {
    for (int i = 0; i < n; ++i) data[i] = buffers.Sent(state.rank(), i);
    turn = 0;
  };
  fill(0);
  state.RenewData(fill);  // after the buffers have been renewed
  state.CheckData([&]() -> std::optional<std::string> {
    for (int i = 0; i < n; ++i) {
      const char right = i == 0 ? Stamp(turn, !first) : buffers.Sent(turn % 2 == 0 ? state.rank() : partner, i);
      if (turn == 0 || data[i] == right) continue;
      return ElementDiffers(i, data[i], right);
    }
    return std::nullopt;
  });
  for (auto _ : state) {
    ++turn;
    if (n > 0) data[0] = Stamp(turn, first);
    Checked(MPI_Sendrecv_replace(data, n, MPI_CHAR, partner, kTag, partner, kTag, state.comm(), MPI_STATUS_IGNORE));
  }
}
MPIGAUGE_CASE(HeadToHeadSendrecvReplace)->Exchange()->MessageSizes()->Describe("MPI_Sendrecv_replace, both at once");

}  // namespace
}  // namespace mpigauge
