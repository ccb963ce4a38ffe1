#include "simulator/trace_library/handles.h"

#include <algorithm>
#include <numeric>

namespace mpigauge {

KnownRequest& RequestTable::Add(const MPI_Request* variable, RequestKind kind) {
  const std::uint32_t number = ++numbers_;
  KnownRequest& request = requests_[{KeyOf(*variable), number}];
  request.number = number;
  request.kind = kind;
  request.variable = variable;
  return request;
}

RequestTable::Taken RequestTable::Take(const MPI_Request* variable) {
  constexpr int kMostLooks = 16;  // programs may have thousands of sends with one handle
  const std::uint64_t handle = KeyOf(*variable);
  const auto oldest = requests_.lower_bound({handle, 0});
  auto meant = oldest;
  for (int looks = 0; looks < kMostLooks && meant != requests_.end() && meant->first.first == handle;
       ++looks, ++meant) {
    if (meant->second.variable == variable) return requests_.extract(meant);
  }
  if (oldest == requests_.end() || oldest->first.first != handle) return {};
  return requests_.extract(oldest);
}

void RequestTable::PutBack(Taken request) {
  if (request) requests_.insert(std::move(request));
}

namespace {

constexpr std::uint64_t kSelfId = 1;

}  // namespace

// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
std::uint64_t Mixed(std::uint64_t id, std::uint64_t with) {
  std::uint64_t z = (id ^ (with + 0x9e3779b97f4a7c15)) + 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  z ^= z >> 31;
  return z > kSelfId ? z : z + kSelfId + 1;
}

std::vector<int> WorldRanksOfGroup(MPI_Group group) {
  int size = 0;
  PMPI_Group_size(group, &size);
  std::vector<int> ranks(size);
  std::iota(ranks.begin(), ranks.end(), 0);
  std::vector<int> world(size);
  MPI_Group all = MPI_GROUP_NULL;
  PMPI_Comm_group(MPI_COMM_WORLD, &all);
  PMPI_Group_translate_ranks(group, size, ranks.data(), all, world.data());
  PMPI_Group_free(&all);
  if (std::find(world.begin(), world.end(), MPI_UNDEFINED) != world.end()) return {};
  return world;
}

std::vector<int> WorldRanks(MPI_Comm communicator) {
  int inter = 0;
  PMPI_Comm_test_inter(communicator, &inter);
  MPI_Group group = MPI_GROUP_NULL;
  if (inter != 0) {
    PMPI_Comm_remote_group(communicator, &group);
  } else {
    PMPI_Comm_group(communicator, &group);
  }
  std::vector<int> world = WorldRanksOfGroup(group);
  PMPI_Group_free(&group);
  return world;
}

CommunicatorTable::CommunicatorTable() {
  known_[KeyOf(MPI_COMM_WORLD)] = {};
  known_[KeyOf(MPI_COMM_SELF)] = {.id = kSelfId};
}

KnownCommunicator* CommunicatorTable::Find(MPI_Comm communicator) {
  const auto found = known_.find(KeyOf(communicator));
  return found == known_.end() ? nullptr : &found->second;
}

std::uint64_t CommunicatorTable::NextChild(KnownCommunicator& parent) { return Mixed(parent.id, ++parent.children); }

std::uint64_t CommunicatorTable::NextAlike(std::uint64_t what) { return Mixed(what, ++alike_[what]); }

TraceCommunicator CommunicatorTable::Add(MPI_Comm communicator, std::uint64_t id) {
  if (communicator == MPI_COMM_NULL) return {};
  int inter = 0;
  PMPI_Comm_test_inter(communicator, &inter);
  TraceCommunicator made{.members = WorldRanks(communicator)};
  if (inter == 0 && !made.members.empty()) id = Mixed(id, static_cast<std::uint64_t>(made.members[0]));
  made.id = id;
  known_[KeyOf(communicator)] = {.id = id, .inter = inter != 0 || made.members.empty()};
  if (inter != 0) made.members.clear();
  return made;
}

void CommunicatorTable::Remove(MPI_Comm communicator) {
  if (communicator != MPI_COMM_WORLD && communicator != MPI_COMM_SELF) known_.erase(KeyOf(communicator));
}

}  // namespace mpigauge
