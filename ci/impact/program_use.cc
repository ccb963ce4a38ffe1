#include "ci/impact/program_use.h"

#include <algorithm>
#include <bit>

#include "base/units.h"

namespace mpigauge {
namespace {

using Sizes = std::map<std::int64_t, std::int64_t>;

// Adds the messages that ExpandedProgram makes of the operation.
void AddMessages(const Operation& operation, int ranks, int me, Sizes& sizes) {
  const auto kind = static_cast<CollectiveKind>(operation.tag);
  const auto algorithm = operation.request == 0 ? ChooseAlgorithm(kind, ranks, operation.amount)
                                                : static_cast<Algorithm>(operation.request - 1);
  const Collective all{kind, algorithm, ranks, operation.peer, operation.amount};
  for (int round = 0; round < Rounds(all); ++round) {
    const Step step = StepOf(all, round, me);
    if (step.to >= 0) ++sizes[BytesOf(all, step.sent)];
  }
}

void AddOperation(const Operation& operation, int rank, const Communicators& communicators, ProgramUse& use) {
  if (operation.call == Call::kSend) ++use.messages[operation.amount];
  if (operation.call != Call::kCollective) return;
  const int ranks = communicators.Size(operation.communicator);
  const CollectiveUse one{static_cast<CollectiveKind>(operation.tag), ranks, operation.amount};
  ++use.collectives[one];
  AddMessages(operation, ranks, communicators.FromWorld(operation.communicator, rank), use.expanded[one]);
}

// The exponent of the power of two that ends the class; -1 for no bytes.
int ClassOf(std::int64_t bytes) {
  if (bytes <= 0) return -1;
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(bytes) - 1));
}

void AddSize(std::optional<CollectiveKind> kind, std::int64_t bytes, std::int64_t calls,
             std::map<std::pair<int, int>, SizeClass>& classes) {
  const int power = ClassOf(bytes);
  SizeClass& one = classes[{kind ? static_cast<int>(*kind) : -1, power}];
  one.collective = kind;
  one.from_bytes = power <= 0 ? power + 1 : (std::int64_t{1} << (power - 1)) + 1;
  one.to_bytes = power < 0 ? 0 : std::int64_t{1} << power;
  one.largest_bytes = std::max(one.largest_bytes, bytes);
  one.calls += calls;
}

}  // namespace

ProgramUse UseOf(const Program& program, const Communicators& communicators) {
  ProgramUse use;
  std::vector<Operation> buffer;
  for (int rank = 0; rank < program.ranks(); ++rank) {
    for (std::uint64_t cursor = 0;;) {
      const Chunk chunk = program.Fetch(rank, cursor, buffer);
      if (chunk.operations.empty()) break;
      for (const Operation& operation : chunk.operations) AddOperation(operation, rank, communicators, use);
      cursor = chunk.next;
    }
  }
  return use;
}

std::string SizeClass::Operation() const { return collective ? NameOf(*collective) : "send"; }

std::string SizeClass::Label() const {
  return collective == CollectiveKind::kBarrier ? Operation() : Operation() + " " + FormatBytes(largest_bytes);
}

std::vector<SizeClass> ClassesOf(const ProgramUse& use, const std::set<CollectiveKind>& costed) {
  std::map<std::pair<int, int>, SizeClass> classes;
  for (const auto& [bytes, calls] : use.messages) AddSize(std::nullopt, bytes, calls, classes);
  for (const auto& [one, calls] : use.collectives) {
    if (costed.contains(one.kind)) {
      AddSize(one.kind, one.bytes, calls, classes);
    } else {
      for (const auto& [bytes, messages] : use.expanded.at(one)) AddSize(std::nullopt, bytes, messages, classes);
    }
  }
  std::vector<SizeClass> list;
  for (const auto& [key, one] : classes) list.push_back(one);
  return list;
}

}  // namespace mpigauge
