// How long messages keep the processors of the two ranks. Source: LogGP (Alexandrov and others 1995), PLogP (Kielmann
// and others 2000), Netgauge.
#include <algorithm>
#include <array>
#include <string>

#include "benchmarks/network.h"

namespace mpigauge {
namespace {

// MPI_Isend to a receiver that waits: how long the sender is kept from other work. That of a message that needs the
// receiver's answer is over when the request has been made.
void SendOverhead(State& state, Between between) {
  constexpr std::int64_t kQuietNs = 1000;  // the other one has come back into its receive
  Buffers<char> buffers(state);
  state.CheckData(SecondsData(state, buffers));
  const Side side(state, buffers);
  Computation computation(between);
  PartTimer part(state);
  for (auto _ : state) {
    if (side.first) {
      char* data = buffers.send();
      MPI_Request request = MPI_REQUEST_NULL;
      part.Wait(kQuietNs);
      computation.Run(data, side.count);
      part.Begin();
      Checked(MPI_Isend(data, side.count, MPI_CHAR, side.partner, kTag, side.comm, &request));
      part.End();
      Checked(MPI_Wait(&request, MPI_STATUS_IGNORE));
      side.Hear(kGoTag);
    } else if (side.second) {
      side.Receive(buffers.recv());
      side.Tell(kGoTag);
    }
  }
}

void SendWhenAsked(const Side& side, Computation& computation, char* data) {
  computation.Run(data, side.count);
  side.Hear(kGoTag);
  side.Send(data);
}

// Returns the median of some times from asking for a message to having it. The computation of the first one before it
// is included.
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

// MPI_Recv of a message that has been there for a while: the receiver asks for it, and calls nothing of MPI for twice
// as long as it takes to come, and while it computes. Of a message that waits for its receive it is the whole transfer.
void ReceiveOverhead(State& state, Between between) {
  Buffers<char> buffers(state);
  state.CheckData(SecondsData(state, buffers));
  const Side side(state, buffers);
  Computation computation(between);
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

// Both overheads, of messages with nothing between them or with a computation.
void RegisterOverheads(const std::string& prefix, Between between, const std::string& how) {
  RegisterNetworkCase(prefix + "send_overhead", [between](State& state) { SendOverhead(state, between); })
      ->Parts()
      ->Describe("How long MPI_Isend keeps the sender" + how);
  RegisterNetworkCase(prefix + "receive_overhead", [between](State& state) { ReceiveOverhead(state, between); })
      ->Parts()
      ->Describe("MPI_Recv of a message that has arrived" + how);
}

[[maybe_unused]] const bool network_overheads_registered = [] {
  RegisterOverheads("network_", Between::kNothing, ", by distance");
  RegisterOverheads("network_cold_", Between::kComputation, ", after a computation, by distance");
  return true;
}();

}  // namespace
}  // namespace mpigauge
