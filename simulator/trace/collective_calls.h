#pragma once

// Which collectives of the ranks belong together. Internal to this folder.

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "simulator/program/collective.h"
#include "simulator/trace/communicator_table.h"
#include "simulator/trace/notes.h"

namespace mpigauge {

struct CollectiveCall {
  CollectiveKind kind = CollectiveKind::kBarrier;
  std::int64_t bytes = 0;    // as collective.h counts them, the same on all ranks
  std::uint32_t number = 0;  // how many were called before on the communicator
};

// What the event is as a collective; nothing where it is none.
std::optional<CollectiveKind> KindOf(const TraceEvent& event);

inline bool MakesCommunicator(TraceCall call) {
  return call == TraceCall::kCommDup || call == TraceCall::kCommSplit || call == TraceCall::kCommCreate;
}

// The n-th collectives of all ranks on a communicator are one: they must be of the same kind, root and (non)blocking.
class CollectiveCalls {
 public:
  // Throws Error (usage) that names the first rank and call that do not fit.
  CollectiveCalls(const TraceSet& traces, const CommunicatorTable& communicators, Notes& notes);

  // The rank's next collective on a communicator: to be asked for in the order of its calls.
  CollectiveCall Next(int rank, std::uint64_t communicator);

 private:
  struct Agreed {
    CollectiveKind kind;
    int root;
    bool nonblocking;
    bool uneven;  // has a size for each rank
    std::int64_t most = 0;
    std::int64_t least = 0;
    std::int64_t sum = 0;
    std::int64_t ranks = 0;
    int first_rank;
    std::size_t first_event;
    std::int64_t Bytes() const { return uneven ? sum / ranks : most; }
  };
  void Add(const TraceSet& traces, int rank, std::size_t event, CollectiveKind kind, std::size_t number);
  void Check(const TraceSet& traces, const Agreed& agreed, int rank, std::size_t event) const;

  std::unordered_map<std::uint64_t, std::vector<Agreed>> calls_;        // by communicator
  std::vector<std::unordered_map<std::uint64_t, std::uint32_t>> next_;  // by rank and communicator
};

}  // namespace mpigauge
