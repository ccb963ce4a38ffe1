// Windows of 64 messages in one or both directions, between two ranks, several pairs, or one rank and all others. The
// time reported is that of one message of a pair, so the bandwidth is a pair's as well: where several send, all of
// them together have as many times more. As in OSU, the messages of a window share their buffers.
#include <mpi.h>

#include <vector>

#include "benchmarks/partners.h"

namespace mpigauge {
namespace {

constexpr int kWindow = 64;
constexpr int kAnswerBytes = 4;  // as OSU's
constexpr int kNobody = -1;

// The ranks that this rank sends to and receives from.
struct Flow {
  int to = kNobody;
  int from = kNobody;
};

State::DataCheck ArrivedData(const Flow& flow, Buffers<char>& buffers) {
  if (flow.from == kNobody) return NothingToCheck;
  return DataOf(flow.from, buffers);
}

// In one direction, the window is answered.
void Answer(const Flow& flow, MPI_Comm comm) {
  char answer[kAnswerBytes] = {};
  if (flow.to != kNobody && flow.from == kNobody) {
    Checked(MPI_Recv(answer, kAnswerBytes, MPI_CHAR, flow.to, kTag, comm, MPI_STATUS_IGNORE));
  } else if (flow.from != kNobody && flow.to == kNobody) {
    Checked(MPI_Send(answer, kAnswerBytes, MPI_CHAR, flow.from, kTag, comm));
  }
}

// `blocks` of its buffers: as many as the ranks have that it talks to, so that places are the same.
void NonblockingWindows(State& state, const Flow& flow, int blocks = 1) {
  Buffers<char> buffers(state, blocks);
  state.CheckData(ArrivedData(flow, buffers));
  const int n = buffers.count();
  std::vector<MPI_Request> requests(static_cast<std::size_t>(kWindow) *
                                    ((flow.to != kNobody ? 1 : 0) + (flow.from != kNobody ? 1 : 0)));
  for (auto _ : state) {
    MPI_Request* next = requests.data();
    if (flow.from != kNobody) {
      char* in = buffers.recv();
      for (int i = 0; i < kWindow; ++i) Checked(MPI_Irecv(in, n, MPI_CHAR, flow.from, kTag, state.comm(), next++));
    }
    if (flow.to != kNobody) {
      const char* out = buffers.send();
      for (int i = 0; i < kWindow; ++i) Checked(MPI_Isend(out, n, MPI_CHAR, flow.to, kTag, state.comm(), next++));
    }
    Checked(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
    Answer(flow, state.comm());
  }
}

Flow FirstToSecond(const State& state) {
  const auto [first, second] = state.pair();
  if (state.rank() == first) return {second, kNobody};
  if (state.rank() == second) return {kNobody, first};
  return {};
}

// Rank i of the first half and rank i of the second; the last of an odd number is left over.
int PartnerInOtherHalf(const State& state) {
  const int half = state.size() / 2;
  if (state.rank() < half) return state.rank() + half;
  return state.rank() < 2 * half ? state.rank() - half : kNobody;
}

// Source: OSU bw.
void Bandwidth(State& state) { NonblockingWindows(state, FirstToSecond(state)); }
MPIGAUGE_CASE(Bandwidth)
    ->Exchange()
    ->Family("bandwidth")
    ->Messages(kWindow)
    ->MessageSizes()
    ->Describe("Windows of 64 nonblocking sends, acknowledged");

// Source: OSU bibw.
void BidirectionalBandwidth(State& state) {
  const int partner = state.pair().Has(state.rank()) ? state.pair().PartnerOf(state.rank()) : kNobody;
  NonblockingWindows(state, {partner, partner});
}
MPIGAUGE_CASE(BidirectionalBandwidth)
    ->Exchange()
    ->Family("bandwidth")
    ->Messages(2LL * kWindow)
    ->MessageSizes()
    ->Describe("Windows of 64 in both directions at once");

// The gap between messages that are sent one after the other in one direction.
void Unidirectional(State& state) {
  Buffers<char> buffers(state);
  const Flow flow = FirstToSecond(state);
  state.CheckData(ArrivedData(flow, buffers));
  const int n = buffers.count();
  for (auto _ : state) {
    if (flow.to != kNobody) {
      const char* out = buffers.send();
      for (int i = 0; i < kWindow; ++i) Checked(MPI_Send(out, n, MPI_CHAR, flow.to, kTag, state.comm()));
    } else if (flow.from != kNobody) {
      char* in = buffers.recv();
      for (int i = 0; i < kWindow; ++i) {
        Checked(MPI_Recv(in, n, MPI_CHAR, flow.from, kTag, state.comm(), MPI_STATUS_IGNORE));
      }
    }
    Answer(flow, state.comm());
  }
}
MPIGAUGE_CASE(Unidirectional)
    ->Exchange()
    ->Family("bandwidth")
    ->Messages(kWindow)
    ->MessageSizes()
    ->Describe("Blocking sends in one direction, acknowledged after 64");

// All pairs at once. Source: OSU mbw_mr, IMB Uniband.
void MessageRate(State& state) {
  const int partner = PartnerInOtherHalf(state);
  NonblockingWindows(state, state.rank() < state.size() / 2 ? Flow{partner, kNobody} : Flow{kNobody, partner});
}
MPIGAUGE_CASE(MessageRate)
    ->Exchange()
    ->Family("bandwidth")
    ->Messages(kWindow)
    ->Parameter("bytes", {8, 512, 4096, 65536})
    ->Describe("Windows of 64 between the halves of the ranks; time and rate of one pair");

// Source: IMB Biband.
void BidirectionalMessageRate(State& state) {
  const int partner = PartnerInOtherHalf(state);
  NonblockingWindows(state, {partner, partner});
}
MPIGAUGE_CASE(BidirectionalMessageRate)
    ->Exchange()
    ->Family("bandwidth")
    ->Messages(2LL * kWindow)
    ->Parameter("bytes", {8, 512, 4096, 65536})
    ->Describe("The same in both directions");

constexpr int kCentre = 0;

std::vector<int> AllButTheCentre(const State& state) {
  std::vector<int> others;
  for (int rank = 0; rank < state.size(); ++rank) {
    if (rank != kCentre) others.push_back(rank);
  }
  return others;
}

// All others send to rank 0 at once, each its window. Source: OSU bw_fan_in.
void BandwidthFanIn(State& state) {
  const std::vector<int> others = AllButTheCentre(state);
  const int blocks = static_cast<int>(others.size());
  if (state.rank() != kCentre) return NonblockingWindows(state, {kCentre, kNobody}, blocks);
  Buffers<char> buffers(state, blocks);
  char* in = nullptr;
  state.CheckData([&] { return FirstWrongBlock(buffers, in, others); });
  const int n = buffers.count();
  std::vector<MPI_Request> requests(others.size() * kWindow);
  for (auto _ : state) {
    in = buffers.recv();
    MPI_Request* next = requests.data();
    for (int i = 0; i < kWindow; ++i) {
      char* block = in;
      for (const int other : others) {
        Checked(MPI_Irecv(block, n, MPI_CHAR, other, kTag, state.comm(), next++));
        block += n;
      }
    }
    Checked(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
    for (const int other : others) Answer({kNobody, other}, state.comm());
  }
}
MPIGAUGE_CASE(BandwidthFanIn)
    ->Exchange()
    ->Family("bandwidth")
    ->Messages(kWindow)
    ->Parameter("bytes", {8, 4096, 65536})
    ->Describe("All others send windows of 64 to rank 0");

// Rank 0 sends to all others at once, a window to each. Source: OSU bw_fan_out.
void BandwidthFanOut(State& state) {
  const std::vector<int> others = AllButTheCentre(state);
  if (state.rank() != kCentre) return NonblockingWindows(state, {kNobody, kCentre});
  Buffers<char> buffers(state);
  state.CheckData(NothingToCheck);
  const int n = buffers.count();
  std::vector<MPI_Request> requests(others.size() * kWindow);
  for (auto _ : state) {
    const char* out = buffers.send();
    MPI_Request* next = requests.data();
    for (int i = 0; i < kWindow; ++i) {
      for (const int other : others) Checked(MPI_Isend(out, n, MPI_CHAR, other, kTag, state.comm(), next++));
    }
    Checked(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
    for (const int other : others) Answer({other, kNobody}, state.comm());
  }
}
MPIGAUGE_CASE(BandwidthFanOut)
    ->Exchange()
    ->Family("bandwidth")
    ->Messages(kWindow)
    ->Parameter("bytes", {8, 4096, 65536})
    ->Describe("Rank 0 sends windows of 64 to all others");

}  // namespace
}  // namespace mpigauge
