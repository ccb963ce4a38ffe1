#pragma once

// Which communicators are there: handle to the id that all ranks call it by.

#include <mpi.h>

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "simulator/trace/event.h"

namespace mpigauge {

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

  // From now on it is known. No members in what is returned: MPI_COMM_NULL, or some are not in MPI_COMM_WORLD.
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
