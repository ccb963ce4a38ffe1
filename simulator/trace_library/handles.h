#pragma once

#include <mpi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simulator/trace/event.h"

// The tables of communicators and requests: from the handle of a communicator to the id that all ranks call it by, and
// from the handle of a request to its number.

namespace mpigauge {

// A handle as a number: a pointer in Open MPI, an integer in MPICH.
template <typename Handle>
std::uint64_t KeyOf(Handle handle) {
  if constexpr (std::is_pointer_v<Handle>) {
    return reinterpret_cast<std::uintptr_t>(handle);
  } else {
    return static_cast<std::uint64_t>(handle);
  }
}

enum class RequestKind : std::uint8_t { kSend, kReceive, kCollective, kOther };

struct KnownRequest {
  std::uint32_t number = 0;
  RequestKind kind = RequestKind::kOther;
  bool persistent = false;
  bool active = true;
  bool cancelled = false;                 // MPI_Cancel was called: whether it helped, the status says
  const MPI_Request* variable = nullptr;  // where the program had the handle put
  std::unique_ptr<TraceEvent> starts;     // of persistent collectives: what each start is
  const MPI_Comm* made = nullptr;         // of MPI_Comm_idup: the new communicator, once it is there
  std::uint64_t made_id = 0;
};

// Some handles stand for several requests at once: both Open MPI and MPICH give the same handle to all sends that were
// over before they returned. Then the one whose handle was put into the same variable is meant, or else the oldest:
// all of them are done, so that little hangs on it.
class RequestTable {
 public:
  using Requests = std::map<std::pair<std::uint64_t, std::uint32_t>, KnownRequest>;  // by handle and number
  using Taken = Requests::node_type;

  // Gives it its number.
  KnownRequest& Add(const MPI_Request* variable, RequestKind kind);

  // Out of the table, to be put back if it stays. Empty: not known (MPI_REQUEST_NULL, or made by a call that is not
  // traced).
  Taken Take(const MPI_Request* variable);
  void PutBack(Taken request);

 private:
  Requests requests_;
  std::uint32_t numbers_ = 0;
};

struct KnownCommunicator {
  std::uint64_t id = 0;
  bool inter = false;          // between two groups: the simulator has no model of it
  std::uint32_t children = 0;  // communicators that were made from it
};

// Ids are agreed on without a message: what makes a communicator is collective over its parent, so the parent's id, how
// many were made from it before, and the first member say which one it is.
class CommunicatorTable {
 public:
  CommunicatorTable();

  // Null: not known.
  KnownCommunicator* Find(MPI_Comm communicator);

  // The id of what is made of `parent` now, before it is known who is in it (see WithMembers).
  static std::uint64_t NextChild(KnownCommunicator& parent);

  // The same for those that not all of the parent's ranks make (MPI_Comm_create_group, MPI_Intercomm_create), or that
  // are seen for the first time: by what they say of it, and how many said the same before.
  std::uint64_t NextAlike(std::uint64_t what);

  // Adds a communicator, which is known from now on. No members in what is returned: MPI_COMM_NULL, or some are not in
  // MPI_COMM_WORLD.
  TraceCommunicator Add(MPI_Comm communicator, std::uint64_t id);
  void Remove(MPI_Comm communicator);

 private:
  std::unordered_map<std::uint64_t, KnownCommunicator> known_;
  std::unordered_map<std::uint64_t, std::uint32_t> alike_;
};

// Mixes a number into an id.
std::uint64_t Mixed(std::uint64_t id, std::uint64_t with);

// The ranks in MPI_COMM_WORLD of the members (of another group: of the other group's). Empty where one has none.
std::vector<int> WorldRanks(MPI_Comm communicator);
std::vector<int> WorldRanksOfGroup(MPI_Group group);

}  // namespace mpigauge
