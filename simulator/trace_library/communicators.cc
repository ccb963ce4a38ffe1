// Communicators: made and freed.
#include <mpi.h>

#include <algorithm>

#include "simulator/trace_library/traced.h"

namespace mpigauge {
namespace {

// The id of a communicator that MPI_Comm_create_group or MPI_Intercomm_create makes, in which not all of a parent's
// ranks take part.
std::uint64_t AlikeId(std::uint64_t parent, const std::vector<int>& ranks, int tag) {
  std::uint64_t id = Mixed(parent, static_cast<std::uint64_t>(tag));
  for (const int rank : ranks) id = Mixed(id, static_cast<std::uint64_t>(rank));
  return Recorder::Get().communicators().NextAlike(id);
}

void SetMade(TracedCall& traced, MPI_Comm made, std::uint64_t id) {
  traced.event().made = Recorder::Get().communicators().Add(made, id);
}

// Where all ranks of `parent` take part.
template <typename Call>
int Make(const Call& call, TraceCall kind, const char* name, MPI_Comm parent, const MPI_Comm* made) {
  TracedCall traced(kind);
  traced.Communicator(parent);
  const int code = traced.Run(call);
  traced.event().call = kind;
  traced.event().name = name;
  Recorder& recorder = Recorder::Get();
  const auto lock = recorder.Lock();
  KnownCommunicator* const known = recorder.communicators().Find(parent);
  if (code != MPI_SUCCESS || known == nullptr) return code;
  SetMade(traced, *made, CommunicatorTable::NextChild(*known));
  return code;
}

template <typename Call>
int Idup(const Call& call, MPI_Comm parent, const MPI_Comm* made, const MPI_Request* request) {
  TracedCall traced(TraceCall::kCommDup);
  traced.Communicator(parent);
  traced.event().nonblocking = true;
  const int code = traced.Run(call);
  traced.event().call = TraceCall::kCommDup;
  traced.event().name = "MPI_Comm_idup";
  if (code != MPI_SUCCESS) return code;
  KnownRequest& started = Started(traced, request, RequestKind::kCollective);
  Recorder& recorder = Recorder::Get();
  const auto lock = recorder.Lock();
  started.made = made;
  KnownCommunicator* const known = recorder.communicators().Find(parent);
  started.made_id = known != nullptr ? CommunicatorTable::NextChild(*known) : 0;
  return code;
}

template <typename Call>
int CreateGroup(const Call& call, MPI_Comm parent, MPI_Group group, int tag, const MPI_Comm* made) {
  TracedCall traced(TraceCall::kOther);
  traced.Communicator(parent);
  const int code = traced.Run(call);
  traced.event().name = "MPI_Comm_create_group";
  if (code != MPI_SUCCESS) return code;
  Recorder& recorder = Recorder::Get();
  const auto lock = recorder.Lock();
  SetMade(traced, *made, AlikeId(traced.event().communicator, WorldRanksOfGroup(group), tag));
  return code;
}

template <typename Call>
int CreateInter(const Call& call, MPI_Comm local, int tag, const MPI_Comm* made) {
  TracedCall traced(TraceCall::kOther);
  traced.Communicator(local);
  traced.event().name = "MPI_Intercomm_create";
  const int code = traced.Run(call);
  if (code != MPI_SUCCESS) return code;
  Recorder& recorder = Recorder::Get();
  const auto lock = recorder.Lock();
  std::vector<int> ranks = WorldRanks(local);
  const std::vector<int> others = WorldRanks(*made);
  ranks.insert(ranks.end(), others.begin(), others.end());
  std::sort(ranks.begin(), ranks.end());  // both sides say the same
  recorder.communicators().Add(*made, AlikeId(0, ranks, tag));
  return code;
}

template <typename Call>
int Free(const Call& call, const char* name, const MPI_Comm* communicator) {
  TracedCall traced(TraceCall::kCommFree);
  const MPI_Comm freed = *communicator;
  traced.Communicator(freed);
  const int code = traced.Run(call);
  traced.event().call = TraceCall::kCommFree;
  traced.event().name = name;
  Recorder& recorder = Recorder::Get();
  const auto lock = recorder.Lock();
  if (code == MPI_SUCCESS) recorder.communicators().Remove(freed);
  return code;
}

}  // namespace
}  // namespace mpigauge

using mpigauge::TraceCall;

#define MPIGAUGE_MAKES(name, kind, parameters, arguments, made) \
  MPIGAUGE_TRACED(name, parameters, arguments, mpigauge::Make(call, TraceCall::kind, "MPI_" #name, c, made))

MPIGAUGE_MAKES(Comm_dup, kCommDup, (MPI_Comm c, MPI_Comm* made), (c, made), made)
MPIGAUGE_MAKES(Comm_dup_with_info, kCommDup, (MPI_Comm c, MPI_Info i, MPI_Comm* made), (c, i, made), made)
MPIGAUGE_MAKES(Comm_split, kCommSplit, (MPI_Comm c, int color, int key, MPI_Comm* made), (c, color, key, made), made)
MPIGAUGE_MAKES(Comm_split_type, kCommSplit, (MPI_Comm c, int type, int key, MPI_Info i, MPI_Comm* made),
               (c, type, key, i, made), made)
MPIGAUGE_MAKES(Comm_create, kCommCreate, (MPI_Comm c, MPI_Group g, MPI_Comm* made), (c, g, made), made)
MPIGAUGE_MAKES(Cart_create, kCommCreate,
               (MPI_Comm c, int n, const int* dims, const int* periods, int reorder, MPI_Comm* made),
               (c, n, dims, periods, reorder, made), made)
MPIGAUGE_MAKES(Cart_sub, kCommSplit, (MPI_Comm c, const int* remain, MPI_Comm* made), (c, remain, made), made)
MPIGAUGE_MAKES(Graph_create, kCommCreate,
               (MPI_Comm c, int n, const int* index, const int* edges, int reorder, MPI_Comm* made),
               (c, n, index, edges, reorder, made), made)
MPIGAUGE_MAKES(Dist_graph_create, kCommCreate,
               (MPI_Comm c, int n, const int* sources, const int* degrees, const int* destinations, const int* weights,
                MPI_Info i, int reorder, MPI_Comm* made),
               (c, n, sources, degrees, destinations, weights, i, reorder, made), made)
MPIGAUGE_MAKES(Dist_graph_create_adjacent, kCommCreate,
               (MPI_Comm c, int in, const int* sources, const int* source_weights, int out, const int* destinations,
                const int* destination_weights, MPI_Info i, int reorder, MPI_Comm* made),
               (c, in, sources, source_weights, out, destinations, destination_weights, i, reorder, made), made)
MPIGAUGE_MAKES(Intercomm_merge, kOther, (MPI_Comm c, int high, MPI_Comm* made), (c, high, made), made)

MPIGAUGE_TRACED(Comm_idup, (MPI_Comm c, MPI_Comm* made, MPI_Request* r), (c, made, r), mpigauge::Idup(call, c, made, r))
MPIGAUGE_TRACED(Comm_create_group, (MPI_Comm c, MPI_Group g, int tag, MPI_Comm* made), (c, g, tag, made),
                mpigauge::CreateGroup(call, c, g, tag, made))
MPIGAUGE_TRACED(Intercomm_create, (MPI_Comm c, int leader, MPI_Comm peer, int remote, int tag, MPI_Comm* made),
                (c, leader, peer, remote, tag, made), mpigauge::CreateInter(call, c, tag, made))
MPIGAUGE_TRACED(Comm_free, (MPI_Comm * c), (c), mpigauge::Free(call, "MPI_Comm_free", c))
MPIGAUGE_TRACED(Comm_disconnect, (MPI_Comm * c), (c), mpigauge::Free(call, "MPI_Comm_disconnect", c))
