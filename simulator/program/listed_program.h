#pragma once

#include <memory>
#include <vector>

#include "simulator/program/program.h"

namespace mpigauge {

// A program that is held in memory, filled operation by operation: 28 bytes each.
class ListedProgram : public Program {
 public:
  explicit ListedProgram(int ranks) : ranks_(static_cast<std::size_t>(ranks)) {}

  // Adds to what a rank does. `line` is where it comes from. Peers are ranks of the world. Nothing is checked: a send
  // to a rank that does not exist, or a request that is used twice, is found by the engines.
  void Add(int rank, const Operation& operation, std::uint32_t line = 0);

  int ranks() const override { return static_cast<int>(ranks_.size()); }
  int Requests(int rank) const override { return At(rank).requests; }
  Chunk Fetch(int rank, std::uint64_t cursor, std::vector<Operation>& buffer) const override;
  std::string Where(int rank, std::uint64_t cursor, std::size_t index) const override;

 protected:
  // The `line` with which the operation was added.
  std::uint32_t Line(int rank, std::uint64_t cursor, std::size_t index) const;

 private:
  struct Rank {
    std::vector<Operation> operations;
    std::vector<std::uint32_t> lines;
    std::vector<std::size_t> ends;  // of chunks
    int requests = 0;
  };
  const Rank& At(int rank) const { return ranks_[static_cast<std::size_t>(rank)]; }
  std::vector<Rank> ranks_;
};

}  // namespace mpigauge
