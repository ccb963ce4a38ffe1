// How long messages keep the processors of the two ranks, and whether a message goes without a receive. Source: LogGP
// (Alexandrov and others 1995), PLogP (Kielmann and others 2000), Netgauge.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "benchmarks/computation.h"
#include "benchmarks/network.h"
#include "benchmarks/part_timer.h"

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

void SendWhenAsked(const Side& side, Computation& computation, char* data) {
  computation.Run(data, side.count);
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

// MPI_Isend, and MPI_Test until it is over, while the other one waits in MPI without a receive for it. When it has not
// returned for long, it is said not to: only then is the receive posted, so that nobody hangs. The time is until it
// returned or was given up; "returned" is 1 where most of them did.
void UnmatchedSend(State& state) {
  constexpr std::int64_t kPatienceNs = 100'000;
  constexpr int kLeastTests = 200;  // however long the processor was away
  Buffers<char> buffers(state);
  state.CheckData(SecondsData(state, buffers));
  const Side side(state, buffers);
  PartTimer part(state);
  std::int64_t sends = 0;
  std::int64_t returns = 0;
  for (auto _ : state) {
    if (side.first) {
      const char* data = buffers.send();
      MPI_Request request = MPI_REQUEST_NULL;
      int returned = 0;
      part.Begin();
      MPI_Isend(data, side.count, MPI_CHAR, side.partner, kTag, side.comm, &request);
      for (int tests = 0; returned == 0 && (tests < kLeastTests || part.Elapsed() < kPatienceNs); ++tests) {
        MPI_Test(&request, &returned, MPI_STATUS_IGNORE);
      }
      part.End();
      ++sends;
      returns += returned;
      side.Tell(kGoTag);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (side.second) {
      char* data = buffers.recv();
      side.Hear(kGoTag);
      side.Receive(data);
    }
  }
  state.Counter("returned", 2 * returns > sends ? 1 : 0);
}

[[maybe_unused]] const bool registered = [] {
  for (const auto& [name, between] :
       {std::pair("network_", Between::kNothing), {"network_cold_", Between::kComputation}}) {
    const std::string how = between == Between::kNothing ? ", by distance" : ", after a computation, by distance";
    RegisterNetworkCase(std::string(name) + "send_overhead", [between](State& state) { SendOverhead(state, between); })
        ->Parts()
        ->Describe("How long MPI_Isend keeps the sender" + how);
    RegisterNetworkCase(std::string(name) + "receive_overhead",
                        [between](State& state) { ReceiveOverhead(state, between); })
        ->Parts()
        ->Describe("MPI_Recv of a message that has arrived" + how);
  }
  RegisterNetworkCase("network_unmatched_send", UnmatchedSend)
      ->Parts()
      ->Describe("Whether and when a send returns while no receive is posted, by distance");
  return true;
}();

}  // namespace
}  // namespace mpigauge
