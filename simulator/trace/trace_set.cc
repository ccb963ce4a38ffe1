#include "simulator/trace/trace_set.h"

#include <fmt/format.h>

namespace mpigauge {
namespace {

using enum TraceCall;

// Returns the name of a call behind "MPI_", or behind "MPI_I" and in small letters for a nonblocking call.
const char* BaseName(TraceCall call) {
  switch (call) {
    case kInit:
      return "Init";
    case kFinalize:
      return "Finalize";
    case kAbort:
      return "Abort";
    case kSend:
    case kIsend:
      return "send";
    case kSendInit:
      return "send_init";
    case kReceive:
      return "Recv";
    case kIreceive:
      return "Irecv";
    case kReceiveInit:
      return "Recv_init";
    case kSendReceive:
      return "Sendrecv";
    case kProbe:
      return "Probe";
    case kIprobe:
      return "Iprobe";
    case kMprobe:
      return "Mprobe";
    case kImprobe:
      return "Improbe";
    case kMreceive:
      return "Mrecv";
    case kImreceive:
      return "Imrecv";
    case kStart:
      return "Start";
    case kStartAll:
      return "Startall";
    case kWait:
      return "Wait";
    case kWaitAll:
      return "Waitall";
    case kWaitAny:
      return "Waitany";
    case kWaitSome:
      return "Waitsome";
    case kTest:
      return "Test";
    case kTestAll:
      return "Testall";
    case kTestAny:
      return "Testany";
    case kTestSome:
      return "Testsome";
    case kRequestFree:
      return "Request_free";
    case kCancel:
      return "Cancel";
    case kBarrier:
      return "Barrier";
    case kBcast:
      return "Bcast";
    case kReduce:
      return "Reduce";
    case kAllreduce:
      return "Allreduce";
    case kGather:
      return "Gather";
    case kGatherv:
      return "Gatherv";
    case kScatter:
      return "Scatter";
    case kScatterv:
      return "Scatterv";
    case kAllgather:
      return "Allgather";
    case kAllgatherv:
      return "Allgatherv";
    case kAlltoall:
      return "Alltoall";
    case kAlltoallv:
      return "Alltoallv";
    case kAlltoallw:
      return "Alltoallw";
    case kReduceScatter:
      return "Reduce_scatter";
    case kReduceScatterBlock:
      return "Reduce_scatter_block";
    case kScan:
      return "Scan";
    case kExscan:
      return "Exscan";
    case kCommDup:
      return "Comm_dup";
    case kCommSplit:
      return "Comm_split";
    case kCommCreate:
      return "Comm_create";
    case kCommFree:
      return "Comm_free";
    case kOther:
      return "call without a name";
  }
  return "?";
}

const char* ModePrefix(SendMode mode) {
  switch (mode) {
    case SendMode::kStandard:
      return "";
    case SendMode::kSynchronous:
      return "s";
    case SendMode::kBuffered:
      return "b";
    case SendMode::kReady:
      return "r";
  }
  return "";
}

char Upper(char letter) { return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter; }
char Lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

}  // namespace

std::string CallName(const TraceEvent& event) {
  if (!event.name.empty()) return event.name;
  std::string name = BaseName(event.call);
  if (event.call == kSend || event.call == kSendInit) name = ModePrefix(event.mode) + name;
  if (event.call == kIsend) name = "I" + (ModePrefix(event.mode) + name);
  if (event.nonblocking && event.call == kCommDup) return "MPI_Comm_idup";
  if (event.nonblocking) {
    name[0] = Lower(name[0]);
    name.insert(0, "I");
  }
  name[0] = Upper(name[0]);
  return "MPI_" + name;
}

bool IsPoll(TraceCall call) {
  return call == kTest || call == kTestAll || call == kTestAny || call == kTestSome || call == kIprobe ||
         call == kImprobe;
}

std::string CallPlace::Text() const {
  const auto& events = traces.ranks[static_cast<std::size_t>(rank)].events;
  return fmt::format("{}: rank {}, call {} ({})", traces.path, rank, event + 1, CallName(events[event]));
}

}  // namespace mpigauge
