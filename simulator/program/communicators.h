#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace mpigauge {

// Groups of ranks by number. Number 0 is the world, in which each rank is itself.
class Communicators {
 public:
  explicit Communicators(int world) : world_(world) {}

  // Ranks of the world in the order of their ranks in the communicator. Returns its number.
  std::uint32_t Add(std::vector<int> members);

  // Whether there is a communicator of this number.
  bool Has(std::uint32_t communicator) const { return communicator <= groups_.size(); }

  int Size(std::uint32_t communicator) const;
  int ToWorld(std::uint32_t communicator, int rank) const;

  // -1 where the rank of the world is no member.
  int FromWorld(std::uint32_t communicator, int world_rank) const;

 private:
  struct Group {
    std::vector<int> members;
    std::unordered_map<int, int> ranks;
  };
  const Group& At(std::uint32_t communicator) const { return groups_[communicator - 1]; }
  int world_;
  std::vector<Group> groups_;
};

}  // namespace mpigauge
