#include "simulator/trace/trace_set.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

namespace mpigauge {
namespace {

using enum TraceCall;

// The name of a call behind "MPI_", or behind "MPI_I" and in small letters for a nonblocking call, in the order of
// TraceCall.
constexpr const char* kBaseNames[] = {"Init", "Finalize", "Abort",
                                      // Messages.
                                      "send", "send", "send_init", "Recv", "Irecv", "Recv_init", "Sendrecv", "Probe",
                                      "Iprobe", "Mprobe", "Improbe", "Mrecv", "Imrecv",
                                      // Requests.
                                      "Start", "Startall", "Wait", "Waitall", "Waitany", "Waitsome", "Test", "Testall",
                                      "Testany", "Testsome", "Request_free", "Cancel",
                                      // Collectives.
                                      "Barrier", "Bcast", "Reduce", "Allreduce", "Gather", "Gatherv", "Scatter",
                                      "Scatterv", "Allgather", "Allgatherv", "Alltoall", "Alltoallv", "Alltoallw",
                                      "Reduce_scatter", "Reduce_scatter_block", "Scan", "Exscan",
                                      // Communicators.
                                      "Comm_dup", "Comm_split", "Comm_create", "Comm_free", "call without a name"};
static_assert(std::size(kBaseNames) == static_cast<std::size_t>(kOther) + 1);

constexpr std::array kModePrefixes = {"", "s", "b", "r"};  // in the order of SendMode

std::string Prefixed(SendMode mode, const std::string& name) {
  return kModePrefixes[static_cast<std::size_t>(mode)] + name;
}

char Upper(char letter) { return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter; }
char Lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

}  // namespace

std::string CallName(const TraceEvent& event) {
  if (!event.name.empty()) return event.name;
  std::string name = kBaseNames[static_cast<std::size_t>(event.call)];
  if (event.call == kSend || event.call == kSendInit) name = Prefixed(event.mode, name);
  if (event.call == kIsend) name = "I" + Prefixed(event.mode, name);
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
