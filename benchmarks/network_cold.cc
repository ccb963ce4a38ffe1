// What messages cost a program that computes between them: the cases of network.cc and network_overheads.cc that ask
// for a message again and again, each time after a computation. See docs/network.md.
#include <algorithm>
#include <array>

#include "benchmarks/computation.h"
#include "benchmarks/network.h"
#include "benchmarks/part_timer.h"

namespace mpigauge {
namespace {

// There and back. The first one begins when the second one is about to receive.
void OneWay(State& state) {
  Buffers<char> buffers(state);
  state.CheckData(PartnersData(state, buffers));
  const Side side(state, buffers);
  Computation computation;
  PartTimer part(state);
  for (auto _ : state) {
    if (!side.first && !side.second) continue;
    char* sent = buffers.send();
    char* received = buffers.recv();
    Computation::Write(sent, side.count);
    computation.Run();
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

// MPI_Isend to a receiver that waits.
void SendOverhead(State& state) {
  Buffers<char> buffers(state);
  state.CheckData(SecondsData(state, buffers));
  const Side side(state, buffers);
  Computation computation;
  PartTimer part(state);
  for (auto _ : state) {
    if (side.first) {
      char* data = buffers.send();
      MPI_Request request = MPI_REQUEST_NULL;
      Computation::Write(data, side.count);
      computation.Run();
      part.Begin();
      MPI_Isend(data, side.count, MPI_CHAR, side.partner, kTag, side.comm, &request);
      part.End();
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      side.Hear(kGoTag);
    } else if (side.second) {
      side.Receive(buffers.recv());
      side.Tell(kGoTag);
    }
  }
}

// The first one computes, and then sends when it is asked to.
void SendWhenAsked(const Side& side, Computation& computation, char* data) {
  Computation::Write(data, side.count);
  computation.Run();
  side.Hear(kGoTag);
  side.Send(data);
}

// From asking for a message to having it, the median of some times. What the first one computes before is in it.
std::int64_t TimeToAnswer(const Side& side, const PartTimer& part, Computation& computation, Buffers<char>& buffers) {
  constexpr std::size_t kTimes = 5;
  std::array<std::int64_t, kTimes> took{};
  for (std::int64_t& ns : took) {
    const std::int64_t begin = part.Now();
    if (side.second) {
      side.Tell(kGoTag);
      side.Receive(buffers.recv());
    } else {
      SendWhenAsked(side, computation, buffers.send());
    }
    ns = part.Now() - begin;
  }
  std::sort(took.begin(), took.end());
  return took[kTimes / 2];
}

// MPI_Recv of a message that has been there for a while: the receiver asks for it, calls nothing of MPI for twice as
// long as that took, and computes.
void ReceiveOverhead(State& state) {
  Buffers<char> buffers(state);
  state.CheckData(SecondsData(state, buffers));
  const Side side(state, buffers);
  Computation computation;
  PartTimer part(state);
  const std::int64_t arrival_ns = side.first || side.second ? 2 * TimeToAnswer(side, part, computation, buffers) : 0;
  for (auto _ : state) {
    if (side.first) {
      SendWhenAsked(side, computation, buffers.send());
    } else if (side.second) {
      char* data = buffers.recv();
      side.Tell(kGoTag);
      part.Wait(arrival_ns);
      computation.Run();
      part.Begin();
      side.Receive(data);
      part.End();
    }
  }
}

[[maybe_unused]] const bool registered = [] {
  RegisterNetworkCase("network_cold_one_way", OneWay)
      ->Messages(2)
      ->Parts()
      ->Describe("network_one_way, each time after a computation on both sides");
  RegisterNetworkCase("network_cold_send_overhead", SendOverhead)
      ->Parts()
      ->Describe("network_send_overhead, each time after a computation");
  RegisterNetworkCase("network_cold_receive_overhead", ReceiveOverhead)
      ->Parts()
      ->Describe("network_receive_overhead, each time after a computation");
  return true;
}();

}  // namespace
}  // namespace mpigauge
