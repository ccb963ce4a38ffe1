#include "simulator/program/program.h"

#include <fmt/format.h>

#include <algorithm>

namespace mpigauge {

std::unique_ptr<Program> Program::With(const CollectiveHandling& /*handling*/) const { return nullptr; }

std::string Program::Where(int rank, std::uint64_t cursor, std::size_t index) const {
  return fmt::format("rank {}, chunk {}, operation {}", rank, cursor, index);
}

std::string Describe(const Operation& operation) {
  const auto number = [](int value) { return value < 0 ? std::string("any") : std::to_string(value); };
  const auto envelope = [&] {
    return fmt::format("{}, tag {}{}", number(operation.peer), number(operation.tag),
                       operation.communicator == 0 ? "" : fmt::format(", communicator {}", operation.communicator));
  };
  switch (operation.call) {
    case Call::kCalc: return fmt::format("computation of {} ns", operation.amount);
    case Call::kSend:
      return fmt::format("{}send of {} bytes to {}", operation.synchronous ? "synchronous " : "", operation.amount,
                         envelope());
    case Call::kReceive: return "receive from " + envelope();
    case Call::kWait: return fmt::format("wait for request {}", operation.request);
    case Call::kWaitAll: return "wait for all requests";
    case Call::kCollective: return fmt::format("collective of {} bytes", operation.amount);
    case Call::kCombine: return fmt::format("combining of {} bytes", operation.amount);
  }
  return "";
}

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
