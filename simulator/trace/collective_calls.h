#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "simulator/program/collective.h"
#include "simulator/program/program.h"
#include "simulator/trace/notes.h"
#include "simulator/trace/trace_set.h"

// Finds the communicators and collectives of the ranks that belong together. Internal to this folder.

namespace mpigauge {

class CommunicatorTable {
 public:
  // The id of MPI_COMM_WORLD in traces.
  static constexpr std::uint64_t kWorld = 0;
  static constexpr std::uint64_t kSelf = 1;

  // Throws Error (usage) where ranks do not agree about a communicator's members.
  explicit CommunicatorTable(const TraceSet& traces);

  // False: the trace does not say how it was made; so it is with those between two groups.
  bool Has(std::uint64_t id) const { return numbers_.contains(id); }

  // The number in communicators(). Throws Error (usage) that names `place` where the trace does not say how it was
  // made.
  std::uint32_t Number(std::uint64_t id, const CallPlace& place) const;

  // How many ranks it has.
  int Size(std::uint64_t id, const CallPlace& place) const;

  // The rank of the world. Throws Error (usage) where the communicator has no such rank.
  int ToWorld(std::uint64_t id, int rank, int me, const CallPlace& place) const;

  // The rank that a rank of the world has there. Throws Error (usage) where it is no member.
  int FromWorld(std::uint64_t id, int rank, const CallPlace& place) const;

  // Hands them over.
  std::unique_ptr<Communicators> Take() { return std::move(communicators_); }

 private:
  void Add(const TraceSet& traces, int rank, std::size_t event);
  std::unique_ptr<Communicators> communicators_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::unordered_map<std::uint64_t, const TraceCommunicator*> made_;
};

struct CollectiveCall {
  CollectiveKind kind = CollectiveKind::kBarrier;
  std::int64_t bytes = 0;    // as collective.h counts them, the same on all ranks
  std::uint32_t number = 0;  // how many were called before on the communicator
};

// Returns the collective that the event is; nothing if it is none.
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
