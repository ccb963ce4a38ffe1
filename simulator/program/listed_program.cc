#include "simulator/program/listed_program.h"

#include <fmt/format.h>

#include <algorithm>

namespace mpigauge {

void ListedProgram::Add(int rank, const Operation& operation, std::uint32_t line) {
  Rank& at = ranks_[static_cast<std::size_t>(rank)];
  const bool alone = operation.call == Call::kCollective;
  if (at.ends.empty() || alone || at.operations.back().call == Call::kCollective) at.ends.push_back(0);
  at.operations.push_back(operation);
  at.lines.push_back(line);
  at.ends.back() = at.operations.size();
  if (!alone) at.requests = std::max(at.requests, operation.request + 1);
}

Chunk ListedProgram::Fetch(int rank, std::uint64_t cursor, std::vector<Operation>& /*buffer*/) const {
  const Rank& at = At(rank);
  if (cursor >= at.ends.size()) return {{}, cursor};
  const std::size_t begin = cursor == 0 ? 0 : at.ends[cursor - 1];
  return {std::span(at.operations).subspan(begin, at.ends[cursor] - begin), cursor + 1};
}

std::uint32_t ListedProgram::Line(int rank, std::uint64_t cursor, std::size_t index) const {
  const Rank& at = At(rank);
  const std::size_t begin = cursor == 0 ? 0 : at.ends[cursor - 1];
  return at.lines[begin + index];
}

std::string ListedProgram::Where(int rank, std::uint64_t cursor, std::size_t index) const {
  return fmt::format("rank {}, line {}", rank, Line(rank, cursor, index));
}

}  // namespace mpigauge
