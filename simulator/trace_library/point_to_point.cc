// Sends and receives.
#include <mpi.h>

#include "simulator/trace_library/handles.h"
#include "simulator/trace_library/traced.h"

namespace mpigauge {
namespace {

// Describes what all of these calls have in common.
void Describe(TracedCall& traced, MPI_Comm communicator, int peer, int tag, std::int64_t bytes) {
  traced.Communicator(communicator);
  traced.event().peer = PeerOf(peer);
  traced.event().tag = TagOf(tag);
  traced.event().bytes = bytes;
}

template <typename Call>
int Send(const Call& call, SendMode mode, std::int64_t count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  TracedCall traced(TraceCall::kSend);
  Describe(traced, comm, to, tag, Bytes(count, type));
  traced.event().mode = mode;
  return traced.Run(call);
}

template <typename Call>
int Isend(const Call& call, TraceCall kind, SendMode mode, std::int64_t count, MPI_Datatype type, int to, int tag,
          MPI_Comm comm, MPI_Request* request) {
  TracedCall traced(kind);
  Describe(traced, comm, to, tag, Bytes(count, type));
  traced.event().mode = mode;
  const int code = traced.Run(call);
  if (code != MPI_SUCCESS) return code;
  KnownRequest& known = Started(traced, request, RequestKind::kSend);
  known.persistent = kind == TraceCall::kSendInit;
  known.active = !known.persistent;
  return code;
}

template <typename Call>
int Receive(const Call& call, std::int64_t count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
            MPI_Status*& status) {
  TracedCall traced(TraceCall::kReceive);
  Describe(traced, comm, from, tag, Bytes(count, type));
  MPI_Status own;
  NeedStatus(status, own);
  const int code = traced.Run(call);
  if (code == MPI_SUCCESS) traced.event().matches.push_back(MatchOf(0, *status));
  return code;
}

// Returns the kind of a receive's request. From nobody: nothing is received, and MPICH does not even set the status.
RequestKind KindOf(const TracedCall& traced) {
  return traced.event().peer == kTraceNull ? RequestKind::kOther : RequestKind::kReceive;
}

template <typename Call>
int Ireceive(const Call& call, TraceCall kind, std::int64_t count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Request* request) {
  TracedCall traced(kind);
  Describe(traced, comm, from, tag, Bytes(count, type));
  const int code = traced.Run(call);
  if (code != MPI_SUCCESS) return code;
  KnownRequest& known = Started(traced, request, KindOf(traced));
  known.persistent = kind == TraceCall::kReceiveInit;
  known.active = !known.persistent;
  return code;
}

template <typename Call>
int SendReceive(const Call& call, const char* name, std::int64_t bytes, int to, int tag, int from, int from_tag,
                MPI_Comm comm, MPI_Status*& status) {
  TracedCall traced(TraceCall::kSendReceive);
  Describe(traced, comm, to, tag, bytes);
  if (!traced.Unmodelled()) traced.event().name = name;
  traced.event().second_peer = PeerOf(from);
  traced.event().second_tag = TagOf(from_tag);
  MPI_Status own;
  NeedStatus(status, own);
  const int code = traced.Run(call);
  if (code == MPI_SUCCESS) traced.event().matches.push_back(MatchOf(0, *status));
  return code;
}

// `flag` null: it waits until there is a message. `message` null: it stays where it is.
template <typename Call>
int Probe(const Call& call, TraceCall kind, int from, int tag, MPI_Comm comm, const int* flag,
          const MPI_Message* message, MPI_Status*& status) {
  TracedCall traced(kind);
  Describe(traced, comm, from, tag, 0);
  MPI_Status own;
  NeedStatus(status, own);
  const int code = traced.Run(call);
  if (code != MPI_SUCCESS || (flag != nullptr && *flag == 0)) return code;
  traced.event().flag = true;
  traced.event().matches.push_back(MatchOf(0, *status));
  if (message != nullptr) {
    Recorder& recorder = Recorder::Get();
    const auto lock = recorder.Lock();
    recorder.messages().insert({KeyOf(*message), {comm, status->MPI_SOURCE, status->MPI_TAG}});
  }
  return code;
}

// The message that a matching probe has found.
void DescribeMatched(TracedCall& traced, const MPI_Message* message, std::int64_t bytes) {
  Recorder& recorder = Recorder::Get();
  auto lock = recorder.Lock();
  const auto found = recorder.messages().extract(KeyOf(*message));
  if (lock) lock.unlock();
  if (found) {
    Describe(traced, found.mapped().communicator, found.mapped().source, found.mapped().tag, bytes);
  } else {
    traced.event().bytes = bytes;
  }
}

template <typename Call>
int ReceiveMatched(const Call& call, std::int64_t count, MPI_Datatype type, const MPI_Message* message,
                   MPI_Status*& status) {
  TracedCall traced(TraceCall::kMreceive);
  DescribeMatched(traced, message, Bytes(count, type));
  MPI_Status own;
  NeedStatus(status, own);
  const int code = traced.Run(call);
  if (code == MPI_SUCCESS) traced.event().matches.push_back(MatchOf(0, *status));
  return code;
}

template <typename Call>
int IreceiveMatched(const Call& call, std::int64_t count, MPI_Datatype type, const MPI_Message* message,
                    MPI_Request* request) {
  TracedCall traced(TraceCall::kImreceive);
  DescribeMatched(traced, message, Bytes(count, type));
  const int code = traced.Run(call);
  if (code == MPI_SUCCESS) Started(traced, request, KindOf(traced));
  return code;
}

}  // namespace
}  // namespace mpigauge

using mpigauge::Bytes;
using mpigauge::SendMode;
using mpigauge::TraceCall;

#define COUNT int
#define MPIGAUGE_COUNTED MPIGAUGE_TRACED
#include "simulator/trace_library/point_to_point.inc"
#undef COUNT
#undef MPIGAUGE_COUNTED

// The functions of MPI 4 for large counts.
#if MPI_VERSION >= 4
#define COUNT MPI_Count
#define MPIGAUGE_COUNTED(name, ...) MPIGAUGE_TRACED(name##_c, __VA_ARGS__)
#include "simulator/trace_library/point_to_point.inc"
#endif

MPIGAUGE_TRACED(Probe, (int from, int tag, MPI_Comm c, MPI_Status* s), (from, tag, c, s),
                mpigauge::Probe(call, TraceCall::kProbe, from, tag, c, nullptr, nullptr, s))
MPIGAUGE_TRACED(Iprobe, (int from, int tag, MPI_Comm c, int* flag, MPI_Status* s), (from, tag, c, flag, s),
                mpigauge::Probe(call, TraceCall::kIprobe, from, tag, c, flag, nullptr, s))
MPIGAUGE_TRACED(Mprobe, (int from, int tag, MPI_Comm c, MPI_Message* m, MPI_Status* s), (from, tag, c, m, s),
                mpigauge::Probe(call, TraceCall::kMprobe, from, tag, c, nullptr, m, s))
MPIGAUGE_TRACED(Improbe, (int from, int tag, MPI_Comm c, int* flag, MPI_Message* m, MPI_Status* s),
                (from, tag, c, flag, m, s), mpigauge::Probe(call, TraceCall::kImprobe, from, tag, c, flag, m, s))
