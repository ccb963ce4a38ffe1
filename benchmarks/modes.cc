// Ping-pong and head-to-head in every mode of sending and receiving. Standard mode is in point_to_point.cc; what fits
// no row of the table is in partitioned.cc and point_to_point.cc. Source: mpptest 3.4 [MP9, MP10], SKaMPI A [SK2].
#include <mpi.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "benchmarks/partners.h"

namespace mpigauge {
namespace {

// One end of the conversation.
struct Talk {
  MPI_Comm comm;
  int partner;
  bool first;  // speaks first in a ping-pong
  int count;
  const char* send = nullptr;  // the buffers of this operation
  char* recv = nullptr;
  std::array<MPI_Request, 2> requests = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  std::optional<AttachedBuffer> attached = {};

  Talk(const State& state, int bytes)
      : comm(state.comm()),
        partner(state.pair().PartnerOf(state.rank())),
        first(state.rank() == state.pair().first),
        count(bytes) {}
  Talk(const Talk&) = delete;
  Talk& operator=(const Talk&) = delete;
  ~Talk() {
    for (MPI_Request& request : requests) {
      if (request != MPI_REQUEST_NULL) Checked(MPI_Request_free(&request));
    }
  }

  MPI_Request* sending() { return &requests[0]; }
  MPI_Request* receiving() { return &requests[1]; }
};

using Step = void (*)(Talk&);

void Nothing(Talk&) {}

// --- sending -----------------------------------------------------------------------------------------------
template <BlockingSend kSend>
void Send(Talk& talk) {
  Checked(kSend(talk.send, talk.count, MPI_CHAR, talk.partner, kTag, talk.comm));
}

template <StartedSend kSend>
void SendAndWait(Talk& talk) {
  Checked(kSend(talk.send, talk.count, MPI_CHAR, talk.partner, kTag, talk.comm, talk.sending()));
  Checked(MPI_Wait(talk.sending(), MPI_STATUS_IGNORE));
}

// --- receiving ---------------------------------------------------------------------------------------------
template <bool kAnySource, bool kAnyTag>
void Receive(Talk& talk) {
  Checked(MPI_Recv(talk.recv, talk.count, MPI_CHAR, kAnySource ? MPI_ANY_SOURCE : talk.partner,
                   kAnyTag ? MPI_ANY_TAG : kTag, talk.comm, MPI_STATUS_IGNORE));
}

template <bool kAnySource, bool kAnyTag>
void Post(Talk& talk) {
  Checked(MPI_Irecv(talk.recv, talk.count, MPI_CHAR, kAnySource ? MPI_ANY_SOURCE : talk.partner,
                    kAnyTag ? MPI_ANY_TAG : kTag, talk.comm, talk.receiving()));
}

void WaitForReceive(Talk& talk) { Checked(MPI_Wait(talk.receiving(), MPI_STATUS_IGNORE)); }

void ProbeAndReceive(Talk& talk) {
  Checked(MPI_Probe(talk.partner, kTag, talk.comm, MPI_STATUS_IGNORE));
  Receive<false, false>(talk);
}

void IprobeAndReceive(Talk& talk) {
  int there = 0;
  while (there == 0) Checked(MPI_Iprobe(talk.partner, kTag, talk.comm, &there, MPI_STATUS_IGNORE));
  Receive<false, false>(talk);
}

void MatchedProbeAndReceive(Talk& talk) {
  MPI_Message message = MPI_MESSAGE_NULL;
  Checked(MPI_Mprobe(talk.partner, kTag, talk.comm, &message, MPI_STATUS_IGNORE));
  Checked(MPI_Mrecv(talk.recv, talk.count, MPI_CHAR, &message, MPI_STATUS_IGNORE));
}

// --- both directions at once -------------------------------------------------------------------------------
// The receive is posted, so that no send waits for the other one's.
template <Step kPost, Step kSend>
void SendToPosted(Talk& talk) {
  kPost(talk);
  kSend(talk);
  WaitForReceive(talk);
}

// The receive cannot be posted: the send is under way meanwhile.
template <StartedSend kSend, Step kReceive>
void ReceiveMeanwhile(Talk& talk) {
  Checked(kSend(talk.send, talk.count, MPI_CHAR, talk.partner, kTag, talk.comm, talk.sending()));
  kReceive(talk);
  Checked(MPI_Wait(talk.sending(), MPI_STATUS_IGNORE));
}

void NonblockingExchange(Talk& talk) {
  Post<false, false>(talk);
  Checked(MPI_Isend(talk.send, talk.count, MPI_CHAR, talk.partner, kTag, talk.comm, talk.sending()));
  Checked(MPI_Waitall(2, talk.requests.data(), MPI_STATUSES_IGNORE));
}

void SendrecvExchange(Talk& talk) {
  Checked(MPI_Sendrecv(talk.send, talk.count, MPI_CHAR, talk.partner, kTag, talk.recv, talk.count, MPI_CHAR,
                       talk.partner, kTag, talk.comm, MPI_STATUS_IGNORE));
}

// --- ready: the other one's receive must be posted before ----------------------------------------------------
// The first speaker waits for word of it; the second one knows it from the message that it answers.
void PostForReady(Talk& talk) {
  Post<false, false>(talk);
  if (talk.first) {
    Checked(MPI_Recv(nullptr, 0, MPI_CHAR, talk.partner, kPostedTag, talk.comm, MPI_STATUS_IGNORE));
  } else {
    Checked(MPI_Send(nullptr, 0, MPI_CHAR, talk.partner, kPostedTag, talk.comm));
  }
}

void PostAndTellEachOther(Talk& talk) {
  Post<false, false>(talk);
  Checked(MPI_Sendrecv(nullptr, 0, MPI_CHAR, talk.partner, kPostedTag, nullptr, 0, MPI_CHAR, talk.partner, kPostedTag,
                       talk.comm, MPI_STATUS_IGNORE));
}

// --- what is made before the loop ----------------------------------------------------------------------------
// At most two are under way; the others wait to be taken back.
void AttachBuffer(Talk& talk) { talk.attached.emplace(8, talk.count); }

void MakePersistent(Talk& talk) {
  Checked(MPI_Send_init(talk.send, talk.count, MPI_CHAR, talk.partner, kTag, talk.comm, talk.sending()));
  Checked(MPI_Recv_init(talk.recv, talk.count, MPI_CHAR, talk.partner, kTag, talk.comm, talk.receiving()));
}

void StartReceive(Talk& talk) { Checked(MPI_Start(talk.receiving())); }

void StartAndWait(Talk& talk) {
  Checked(MPI_Start(talk.sending()));
  Checked(MPI_Wait(talk.sending(), MPI_STATUS_IGNORE));
}

void PersistentExchange(Talk& talk) {
  Checked(MPI_Startall(2, talk.requests.data()));
  Checked(MPI_Waitall(2, talk.requests.data(), MPI_STATUSES_IGNORE));
}

struct Mode {
  std::string_view name;
  Step open;     // before the loop
  Step prepare;  // at the start of an operation of the ping-pong
  Step send;     // nullptr: no ping-pong
  Step receive;
  Step exchange;       // head to head; nullptr: point_to_point.cc has it
  bool bound = false;  // to the buffers of the first operation
};

constexpr Step kPost = Post<false, false>;
constexpr Step kReceive = Receive<false, false>;

constexpr Mode kModes[] = {
    {"synchronous", Nothing, Nothing, Send<MPI_Ssend>, kReceive, SendToPosted<kPost, Send<MPI_Ssend>>},
    {"buffered", AttachBuffer, Nothing, Send<MPI_Bsend>, kReceive, SendToPosted<kPost, Send<MPI_Bsend>>},
    {"ready", Nothing, PostForReady, Send<MPI_Rsend>, WaitForReceive,
     SendToPosted<PostAndTellEachOther, Send<MPI_Rsend>>},
    {"isend", Nothing, Nothing, SendAndWait<MPI_Isend>, kReceive, ReceiveMeanwhile<MPI_Isend, kReceive>},
    {"issend", Nothing, Nothing, SendAndWait<MPI_Issend>, kReceive, ReceiveMeanwhile<MPI_Issend, kReceive>},
    {"irecv", Nothing, kPost, Send<MPI_Send>, WaitForReceive, nullptr},
    {"nonblocking", Nothing, kPost, SendAndWait<MPI_Isend>, WaitForReceive, NonblockingExchange},
    {"persistent", MakePersistent, StartReceive, StartAndWait, WaitForReceive, PersistentExchange, true},
    {"any_tag", Nothing, Nothing, Send<MPI_Send>, Receive<false, true>,
     SendToPosted<Post<false, true>, Send<MPI_Send>>},
    {"any_source", Nothing, Nothing, Send<MPI_Send>, Receive<true, false>,
     SendToPosted<Post<true, false>, Send<MPI_Send>>},
    {"probe", Nothing, Nothing, Send<MPI_Send>, ProbeAndReceive, ReceiveMeanwhile<MPI_Isend, ProbeAndReceive>},
    {"iprobe", Nothing, Nothing, Send<MPI_Send>, IprobeAndReceive, ReceiveMeanwhile<MPI_Isend, IprobeAndReceive>},
    {"mprobe", Nothing, Nothing, Send<MPI_Send>, MatchedProbeAndReceive,
     ReceiveMeanwhile<MPI_Isend, MatchedProbeAndReceive>},
    {"sendrecv", Nothing, Nothing, nullptr, nullptr, SendrecvExchange},
};

// Runs `operation` on the two that talk.
template <typename Operation>
void Converse(State& state, const Mode& mode, Operation operation) {
  Buffers<char> buffers(state);
  state.CheckData(PartnersData(state, buffers));
  if (!state.pair().Has(state.rank())) {
    for (auto _ : state) {
    }
    return;
  }
  Talk talk(state, buffers.count());
  talk.send = buffers.send();
  talk.recv = buffers.recv();
  mode.open(talk);
  for (auto _ : state) {
    if (!mode.bound) {
      talk.send = buffers.send();
      talk.recv = buffers.recv();
    }
    operation(talk);
  }
}

void PingPong(State& state, const Mode& mode) {
  Converse(state, mode, [&mode](Talk& talk) {
    mode.prepare(talk);
    if (talk.first) {
      mode.send(talk);
      mode.receive(talk);
    } else {
      mode.receive(talk);
      mode.send(talk);
    }
  });
}

// mpptest's names: both talk at once.
[[maybe_unused]] const bool modes_registered = [] {
  for (const Mode& mode : kModes) {
    if (mode.send != nullptr) {
      RegisterCase("ping_pong_" + std::string(mode.name), [&mode](State& state) { PingPong(state, mode); })
          ->RoundTrip()
          ->Describe("There and back: " + std::string(mode.name))
          ->MessageSizes();
    }
    if (mode.exchange != nullptr) {
      RegisterCase("head_to_head_" + std::string(mode.name),
                   [&mode](State& state) { Converse(state, mode, mode.exchange); })
          ->Exchange()
          ->Describe("Both at once: " + std::string(mode.name))
          ->MessageSizes();
    }
  }
  return true;
}();

}  // namespace
}  // namespace mpigauge
