#include "harness/clock/clock_groups.h"

#include <filesystem>
#include <fstream>
#include <map>

namespace mpigauge {
namespace {

constexpr int kTag = 12;

}  // namespace

std::string ClockIdentity() {
  std::string boot_id;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot_id;
  std::error_code error;
  const auto time_namespace = std::filesystem::read_symlink("/proc/self/ns/time", error);
  return boot_id + " " + time_namespace.string();
}

ClockGroups FindClockGroups(const Control& control, const std::string& identity) {
  std::map<std::string, int> first;
  const std::vector<std::string> identities = control.GatherToRoot(identity);
  ClockGroups groups;
  for (int rank = 0; rank < control.size(); ++rank) {
    int leader = control.root() ? first.try_emplace(identities[static_cast<std::size_t>(rank)], rank).first->second : 0;
    control.Broadcast(leader);
    groups.leader_of.push_back(leader);
    if (leader != rank) continue;
    if (rank == control.rank()) groups.place = groups.count();
    groups.leaders.push_back(rank);
  }
  return groups;
}

void PassOnBytes(const Control& control, const ClockGroups& groups, void* bytes, int count) {
  if (groups.place < 0) {
    const int leader = groups.leader_of[static_cast<std::size_t>(control.rank())];
    PMPI_Recv(bytes, count, MPI_BYTE, leader, kTag, control.communicator(), MPI_STATUS_IGNORE);
    return;
  }
  for (int rank = control.rank() + 1; rank < control.size(); ++rank) {
    if (groups.leader_of[static_cast<std::size_t>(rank)] != control.rank()) continue;
    PMPI_Send(bytes, count, MPI_BYTE, rank, kTag, control.communicator());
  }
}

}  // namespace mpigauge
