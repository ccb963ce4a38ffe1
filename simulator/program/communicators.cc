#include "simulator/program/communicators.h"

namespace mpigauge {

std::uint32_t Communicators::Add(std::vector<int> members) {
  Group group{std::move(members), {}};
  for (std::size_t i = 0; i < group.members.size(); ++i) group.ranks.emplace(group.members[i], static_cast<int>(i));
  groups_.push_back(std::move(group));
  return static_cast<std::uint32_t>(groups_.size());
}

int Communicators::Size(std::uint32_t communicator) const {
  return communicator == 0 ? world_ : static_cast<int>(At(communicator).members.size());
}

int Communicators::ToWorld(std::uint32_t communicator, int rank) const {
  return communicator == 0 ? rank : At(communicator).members[static_cast<std::size_t>(rank)];
}

int Communicators::FromWorld(std::uint32_t communicator, int world_rank) const {
  if (communicator == 0) return world_rank;
  const auto found = At(communicator).ranks.find(world_rank);
  return found == At(communicator).ranks.end() ? -1 : found->second;
}

}  // namespace mpigauge
