#pragma once

#include "simulator/program/program.h"

namespace mpigauge {

// A program whose collectives are the sends and receives of their algorithms, made on the fly, but for those that are
// to be kept. Program and communicators must outlive it.
class ExpandedProgram : public Program {
 public:
  ExpandedProgram(const Program& program, const Communicators& communicators, CollectiveHandling handling = {})
      : program_(program), communicators_(communicators), handling_(handling) {}

  int ranks() const override { return program_.ranks(); }
  int Requests(int rank) const override { return program_.Requests(rank) + 2; }
  Chunk Fetch(int rank, std::uint64_t cursor, std::vector<Operation>& buffer) const override;
  std::unique_ptr<Program> With(const CollectiveHandling& handling) const override;
  const Communicators* communicators() const override { return &communicators_; }
  std::string Where(int rank, std::uint64_t cursor, std::size_t index) const override;

 private:
  const Program& program_;
  const Communicators& communicators_;
  CollectiveHandling handling_;
};

}  // namespace mpigauge
