// COMMTEST: a fixed volume is exchanged in 1, 2, 4, ... packets that move linearly through memory. SWAP is between two;
// in SENDRECV the ranks form cycles. The time is that of the whole volume, the bandwidth that of one direction.
// Source: Worley, COMMTEST [CO1-CO4, CO6].
#include <mpi.h>

#include <array>
#include <numeric>
#include <optional>
#include <string>

#include "benchmarks/commtest_protocols.h"
#include "benchmarks/partners.h"

namespace mpigauge::commtest {
namespace {

// One rank's side of a protocol, packet by packet. At most two packets are under way.
class Transfer {
 public:
  Transfer(const Protocol& protocol, const Partners& partners, MPI_Comm comm, std::int64_t bytes, std::int64_t packets)
      : protocol_(protocol),
        partners_(partners),
        comm_(comm),
        bytes_(bytes),
        packets_(packets),
        answers_(protocol.ordered == 1 && !partners.first),
        posts_(protocol.posts && (!answers_ || protocol.handshake == Handshake::kPosted)) {
    // In an ordered swap processor 2 knows from the message of processor 1 that its receive is posted.
    const bool known = protocol.ordered == 1 && partners.swap();
    if (protocol.handshake == Handshake::kPosted) {
      tells_ = !known || answers_;
      is_told_ = !known || !answers_;
    } else if (protocol.handshake == Handshake::kReceiving) {
      tells_ = partners.from_first;
      is_told_ = partners.first;
    }
  }
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  void Begin(const char* out, char* in) {
    out_ = out;
    in_ = in;
  }

  // MPI_RECV of a ready protocol's processor 2 is posted as well: it has to say so while it waits.
  void Post(std::int64_t i) {
    if (!posts_) return;
    Checked(MPI_Irecv(in_ + Place(i), Length(i), MPI_CHAR, partners_.from, kTag, comm_, &receiving_[Slot(i)]));
    if (tells_) Tell(i);
  }

  // The send begins and the receive ends, in the order of the protocol.
  void Move(std::int64_t i) {
    if (protocol_.blocking == nullptr && protocol_.started == nullptr) {
      Checked(MPI_Sendrecv(out_ + Place(i), Length(i), MPI_CHAR, partners_.to, kTag, in_ + Place(i), Length(i),
                           MPI_CHAR, partners_.from, kTag, comm_, MPI_STATUS_IGNORE));
    } else if (answers_) {
      Receive(i);
      Send(i);
    } else {
      Send(i);
      Receive(i);
    }
  }

  void Finish(std::int64_t i) { Complete(sending_[Slot(i)]); }

 private:
  static std::size_t Slot(std::int64_t i) { return static_cast<std::size_t>(i % 2); }
  std::int64_t Place(std::int64_t i) const { return bytes_ * i / packets_; }
  int Length(std::int64_t i) const { return static_cast<int>(Place(i + 1) - Place(i)); }

  static void Complete(MPI_Request& request) {
    if (request != MPI_REQUEST_NULL) Checked(MPI_Wait(&request, MPI_STATUS_IGNORE));
  }

  void Tell(std::int64_t i) {
    Checked(MPI_Isend(nullptr, 0, MPI_CHAR, partners_.from, kPostedTag, comm_, &telling_[Slot(i)]));
  }

  void Send(std::int64_t i) {
    if (is_told_) Checked(MPI_Recv(nullptr, 0, MPI_CHAR, partners_.to, kPostedTag, comm_, MPI_STATUS_IGNORE));
    const char* packet = out_ + Place(i);
    if (protocol_.started != nullptr && !answers_) {
      Checked(protocol_.started(packet, Length(i), MPI_CHAR, partners_.to, kTag, comm_, &sending_[Slot(i)]));
    } else {
      Checked(
          (answers_ ? protocol_.answer : protocol_.blocking)(packet, Length(i), MPI_CHAR, partners_.to, kTag, comm_));
    }
  }

  void Receive(std::int64_t i) {
    if (posts_) {
      Checked(MPI_Wait(&receiving_[Slot(i)], MPI_STATUS_IGNORE));
    } else {
      if (tells_) Tell(i);
      Checked(MPI_Recv(in_ + Place(i), Length(i), MPI_CHAR, partners_.from, kTag, comm_, MPI_STATUS_IGNORE));
    }
    Complete(telling_[Slot(i)]);
  }

  const Protocol& protocol_;
  const Partners partners_;
  MPI_Comm comm_;
  std::int64_t bytes_;
  std::int64_t packets_;
  bool answers_;          // processor 2 of an ordered protocol
  bool posts_;            // its receives before their time
  bool tells_ = false;    // the one that it receives from
  bool is_told_ = false;  // by the one that it sends to
  const char* out_ = nullptr;
  char* in_ = nullptr;
  std::array<MPI_Request, 2> receiving_ = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  std::array<MPI_Request, 2> sending_ = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  std::array<MPI_Request, 2> telling_ = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
};

// The first program: one packet after the other.
void OneByOne(Transfer& transfer, std::int64_t packets) {
  for (std::int64_t i = 0; i < packets; ++i) {
    transfer.Post(i);
    transfer.Move(i);
    transfer.Finish(i);
  }
}

// The second program: the receive of the next packet is posted before the current one is sent, whose send is completed
// after the next one's [CO4]. The first post is timed, too, where the paper's is not: many volumes follow each other.
void Overlapped(Transfer& transfer, std::int64_t packets) {
  transfer.Post(0);
  for (std::int64_t i = 0; i < packets; ++i) {
    if (i + 1 < packets) transfer.Post(i + 1);
    transfer.Move(i);
    if (i > 0) transfer.Finish(i - 1);
  }
  transfer.Finish(packets - 1);
}

struct Program {
  const char* suffix;
  void (*run)(Transfer&, std::int64_t packets);
};
constexpr Program kFirst = {"", OneByOne};
constexpr Program kSecond = {"_overlapped", Overlapped};

using FindPartners = Partners (*)(int rank, int ranks, int distance, bool all);

void Run(State& state, const Protocol& protocol, const Program& program, FindPartners find) {
  Buffers<char> buffers(state);
  const std::int64_t packets = state.Parameter("packets");
  const Partners partners =
      find(state.rank(), state.size(), static_cast<int>(state.Parameter("distance")), state.Parameter("all") != 0);
  if (!partners.active) {
    state.CheckData(NothingToCheck);
    for (auto _ : state) {
    }
    return;
  }
  state.CheckData(DataOf(partners.from, buffers));
  std::optional<AttachedBuffer> attached;
  // A rank may be ahead in a cycle by as many packets as there are others.
  if (protocol.blocking == MPI_Bsend) attached.emplace(state.size() + 6, buffers.count() / packets + 1);
  Transfer transfer(protocol, partners, state.comm(), buffers.count(), packets);
  for (auto _ : state) {
    transfer.Begin(buffers.send(), buffers.recv());
    program.run(transfer, packets);
  }
}

constexpr std::int64_t kUsualPackets = 8;

bool Usual(const Parameters& at) { return ParameterOr(at, "distance", 1) == 1 && ParameterOr(at, "all", 0) == 0; }

// Unless somebody asks for them, other distances and all pairs at once in one number of packets alone.
bool FewPackets(const Parameters& at) { return Usual(at) || ParameterOr(at, "packets", 0) == kUsualPackets; }
// A swap of three ranks has one pair at every distance.
bool UsualSwap(const Parameters& at) { return FewPackets(at) && (Usual(at) || ParameterOr(at, "ranks", 0) >= 4); }

// Two ranks must be so far apart; all pairs are another thing than one where there are two.
bool SwapMakesSense(const Parameters& at) {
  const auto ranks = ParameterOr(at, "ranks", 0);
  const auto distance = ParameterOr(at, "distance", 0);
  if (distance < 1 || ParameterOr(at, "packets", 0) < 1) return false;
  std::int64_t pairs = 0;
  for (std::int64_t rank = 0; rank + distance < ranks; ++rank) pairs += rank / distance % 2 == 0;
  return pairs >= (ParameterOr(at, "all", 0) == 0 ? 1 : 2);
}

// A cycle of two is a swap. There are as many cycles as ranks and distance have as their largest common divisor.
bool CycleMakesSense(const Parameters& at) {
  const auto ranks = ParameterOr(at, "ranks", 0);
  const auto distance = ParameterOr(at, "distance", 0);
  if (distance < 1 || distance >= ranks || ranks < 3 || ParameterOr(at, "packets", 0) < 1) return false;
  return ParameterOr(at, "all", 0) == 0 || std::gcd(ranks, distance) >= 2;
}

// "swap_1_4" is the SWAP command with protocol (1,4) in the first program, "sendrecv_overlapped_0_3" the SENDRECV
// command with (0,3) in the second.
void Register(const std::string& command, const Protocol& protocol, const Program& program, FindPartners find,
              bool (*makes_sense)(const Parameters&), bool (*usual)(const Parameters&)) {
  RegisterCase(
      command + program.suffix + "_" + std::to_string(protocol.ordered) + "_" + std::to_string(protocol.number),
      [&protocol, &program, find](State& state) { Run(state, protocol, program, find); })
      ->Exchange()
      ->Family("commtest")
      ->Describe("COMMTEST " + command + " with protocol (" + std::to_string(protocol.ordered) + "," +
                 std::to_string(protocol.number) + ")")
      ->Parameter("bytes", {65536})
      ->Parameter("packets", {1, 2, 4, kUsualPackets, 16, 32, 64})
      ->Parameter("distance", {1, 2})
      ->Parameter("all", {0, 1})
      ->Free("packets")
      ->Free("distance")
      ->Where(makes_sense)
      ->Usually(usual);
}

// The second program is another one only where something can be under way, and there is a next packet.
bool SecondSwapMakesSense(const Parameters& at) { return SwapMakesSense(at) && ParameterOr(at, "packets", 0) > 1; }
bool SecondCycleMakesSense(const Parameters& at) { return CycleMakesSense(at) && ParameterOr(at, "packets", 0) > 1; }

[[maybe_unused]] const bool commtest_registered = [] {
  for (const Protocol& protocol : kProtocols) {
    Register("swap", protocol, kFirst, SwapPartners, SwapMakesSense, UsualSwap);
    Register("sendrecv", protocol, kFirst, CyclePartners, CycleMakesSense, FewPackets);
    if (!protocol.Overlaps()) continue;
    Register("swap", protocol, kSecond, SwapPartners, SecondSwapMakesSense, Usual);
    Register("sendrecv", protocol, kSecond, CyclePartners, SecondCycleMakesSense, Usual);
  }
  return true;
}();

}  // namespace
}  // namespace mpigauge::commtest
