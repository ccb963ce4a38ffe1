// How long messages are under way, and how soon they follow each other, at every distance of two ranks. The overheads
// are in network_overheads.cc. Source: Demaine [DE1], LogGP (Alexandrov and others 1995), PLogP (Kielmann and others
// 2000).

#include "benchmarks/network.h"

#include <algorithm>

namespace mpigauge {
namespace {

// This is like ping_pong, but for more sizes, and between two ranks of each distance.
void OneWay(State& state) {
  Buffers<char> buffers(state);
  state.CheckData(PartnersData(state, buffers));
  const Side side(state, buffers);
  for (auto _ : state) {
    if (side.first) {
      side.Send(buffers.send());
      side.Receive(buffers.recv());
    } else if (side.second) {
      side.Receive(buffers.recv());
      side.Send(buffers.send());
    }
  }
}

// The same between two that compute before. The first one begins when the second one is about to receive.
void ColdOneWay(State& state) {
  Buffers<char> buffers(state);
  state.CheckData(PartnersData(state, buffers));
  const Side side(state, buffers);
  Computation computation(Between::kComputation);
  PartTimer part(state);
  for (auto _ : state) {
    if (!side.first && !side.second) continue;
    char* sent = buffers.send();
    char* received = buffers.recv();
    computation.Run(sent, side.count);
    if (side.first) {
      side.Hear(kPostedTag);
      part.Begin();
      side.Send(sent);
      side.Receive(received);
      part.End();
    } else {
      side.Tell(kPostedTag);
      side.Receive(received);
      side.Send(sent);
    }
  }
}

// The number of messages in a row; it is small for the longest ones, because they take long.
int MessagesInARow(std::int64_t bytes) {
  constexpr std::int64_t kMostBytes = 1 << 20;
  return static_cast<int>(std::clamp<std::int64_t>(kMostBytes / bytes, 4, 32));
}

// Measures how much each further message in a row adds: the time of n of them and an answer, less that of one and an
// answer, over n - 1. The receives are posted before.
void Gap(State& state) {
  Buffers<char> buffers(state);
  state.CheckData(SecondsData(state, buffers));
  const Side side(state, buffers);
  const int many = MessagesInARow(state.bytes());
  std::vector<MPI_Request> requests(static_cast<std::size_t>(many));
  const auto send = [&](int messages, const char* data) {
    side.Hear(kPostedTag);
    const std::int64_t begin = state.timer().Now();
    for (int i = 0; i < messages; ++i) {
      Checked(
          MPI_Isend(data, side.count, MPI_CHAR, side.partner, kTag, side.comm, &requests[static_cast<std::size_t>(i)]));
    }
    Checked(MPI_Waitall(messages, requests.data(), MPI_STATUSES_IGNORE));
    side.Hear(kGoTag);
    return state.timer().Now() - begin;
  };
  const auto receive = [&](int messages, char* data) {
    for (int i = 0; i < messages; ++i) {
      Checked(
          MPI_Irecv(data, side.count, MPI_CHAR, side.partner, kTag, side.comm, &requests[static_cast<std::size_t>(i)]));
    }
    side.Tell(kPostedTag);
    Checked(MPI_Waitall(messages, requests.data(), MPI_STATUSES_IGNORE));
    side.Tell(kGoTag);
  };
  PartTimer part(state);
  for (auto _ : state) {
    if (side.first) {
      const char* data = buffers.send();
      const std::int64_t one = send(1, data);
      part.Take((send(many, data) - one) / (many - 1));
    } else if (side.second) {
      char* data = buffers.recv();
      receive(1, data);
      receive(many, data);
    }
  }
}

[[maybe_unused]] const bool network_registered = [] {
  RegisterNetworkCase("network_one_way", OneWay)
      ->Messages(2)
      ->Describe("MPI_Send and MPI_Recv there and back, half of it, by distance");
  RegisterNetworkCase("network_cold_one_way", ColdOneWay)
      ->Messages(2)
      ->Parts()
      ->Describe("network_one_way, after a computation, by distance");
  RegisterNetworkCase("network_gap", Gap)
      ->Parts()
      ->Describe("What each further message of many in a row adds, by distance");
  return true;
}();

}  // namespace
}  // namespace mpigauge
