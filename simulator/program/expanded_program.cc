#include "simulator/program/expanded_program.h"

#include <fmt/format.h>

#include "base/error.h"
#include "simulator/program/collective.h"

namespace mpigauge {
namespace {

// A cursor is the one of the program, and the round of a collective in the lowest bits.
constexpr int kRoundBits = 24;
constexpr std::uint64_t kRoundMask = (std::uint64_t{1} << kRoundBits) - 1;

// Messages of collectives are never received by other calls.
constexpr std::uint32_t kCollectiveContext = std::uint32_t{1} << 31;

Collective CollectiveOf(const Operation& operation, int ranks) {
  const auto kind = static_cast<CollectiveKind>(operation.tag);
  const auto algorithm = operation.request == 0 ? ChooseAlgorithm(kind, ranks, operation.amount)
                                                : static_cast<Algorithm>(operation.request - 1);
  return {kind, algorithm, ranks, operation.peer, operation.amount};
}

// One step: receive, send, wait for what there is of them, and combine so many bytes. `like` has what all operations
// share, and the first of two requests.
void WriteStep(const Operation& like, int to, std::int64_t bytes, int from, std::int64_t combined,
               std::vector<Operation>& out) {
  const bool both = to >= 0 && from >= 0;
  out.resize((both ? 4 : 2) + (combined > 0 ? 1 : 0));
  Operation* next = out.data();
  const auto add = [&](Call call, int peer, std::int64_t amount, int request) {
    *next = like;
    next->call = call;
    next->peer = peer;
    next->amount = amount;
    next->request = static_cast<std::uint16_t>(like.request + request);
    ++next;
  };
  if (from >= 0) add(Call::kReceive, from, 0, 0);
  if (to >= 0) add(Call::kSend, to, bytes, 1);
  if (to >= 0) add(Call::kWait, 0, 0, 1);
  if (from >= 0) add(Call::kWait, 0, 0, 0);
  if (combined > 0) add(Call::kCombine, 0, combined, 0);
}

}  // namespace

Chunk ExpandedProgram::Fetch(int rank, std::uint64_t cursor, std::vector<Operation>& buffer) const {
  for (;;) {
    const Chunk chunk = program_.Fetch(rank, cursor >> kRoundBits, buffer);
    const std::uint64_t after = chunk.next << kRoundBits;
    if (chunk.operations.empty() || chunk.operations[0].call != Call::kCollective) return {chunk.operations, after};
    const Operation operation = chunk.operations[0];
    if ((handling_.kept >> operation.tag & 1) != 0) return {chunk.operations, after};
    const int me = communicators_.FromWorld(operation.communicator, rank);
    if (me < 0) {
      throw UsageError("{}: is not a member of communicator {}", program_.Where(rank, cursor >> kRoundBits, 0),
                       operation.communicator);
    }
    const Collective all = CollectiveOf(operation, communicators_.Size(operation.communicator));
    const int rounds = Rounds(all);
    for (int round = static_cast<int>(cursor & kRoundMask); round < rounds; ++round) {
      const Step step = StepOf(all, round, me);
      if (step.to < 0 && step.from < 0) continue;
      const auto world = [&](int peer) {
        return peer < 0 ? peer : communicators_.ToWorld(operation.communicator, peer);
      };
      const Operation like = {.tag = round,
                              .communicator = operation.communicator | kCollectiveContext,
                              .request = static_cast<std::uint16_t>(program_.Requests(rank))};
      const std::int64_t combined = handling_.combine && step.combine ? BytesOf(all, step.received) : 0;
      WriteStep(like, world(step.to), BytesOf(all, step.sent), world(step.from), combined, buffer);
      const bool last = round + 1 == rounds;
      return {buffer, last ? after : (cursor & ~kRoundMask) + static_cast<std::uint64_t>(round) + 1};
    }
    cursor = after;
  }
}

std::unique_ptr<Program> ExpandedProgram::With(const CollectiveHandling& handling) const {
  return std::make_unique<ExpandedProgram>(program_, communicators_, handling);
}

std::string ExpandedProgram::Where(int rank, std::uint64_t cursor, std::size_t index) const {
  std::vector<Operation> buffer;
  const Chunk chunk = program_.Fetch(rank, cursor >> kRoundBits, buffer);
  const bool collective = !chunk.operations.empty() && chunk.operations[0].call == Call::kCollective;
  if (!collective) return program_.Where(rank, cursor >> kRoundBits, index);
  const auto kind = static_cast<CollectiveKind>(chunk.operations[0].tag);
  return fmt::format("{}, {}", program_.Where(rank, cursor >> kRoundBits, 0), NameOf(kind));
}

}  // namespace mpigauge
