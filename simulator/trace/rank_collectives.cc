// The collectives of a rank.
#include <algorithm>

#include "simulator/trace/rank_conversion.h"
#include "simulator/trace/trace_set.h"

namespace mpigauge {
namespace {

// Messages of nonblocking collectives are received by nobody else; those of blocking ones have the bit above.
constexpr std::uint32_t kNonblockingContext = std::uint32_t{1} << 30;

}  // namespace

void RankConversion::StartCollective(const TraceEvent& event) {
  if (event.communicator == CommunicatorTable::kSelf) return;
  if (MakesCommunicator(event.call) && !shared_.communicators.Has(event.communicator)) return NotModelled(event);
  const CollectiveCall call = shared_.collectives.Next(rank_, event.communicator);
  const std::uint32_t communicator = shared_.communicators.Number(event.communicator, Place());
  const int ranks = shared_.communicators.Size(event.communicator, Place());
  if (ranks < 2) return;
  const int root = std::max(0, event.peer);
  if (!event.nonblocking || event.requests.empty()) {
    return Emit({.amount = call.bytes,
                 .peer = root,
                 .tag = static_cast<int>(call.kind),
                 .communicator = communicator,
                 .call = Call::kCollective});
  }
  shared_.notes.Count(
      "{} is replayed as messages, of which the first round begins in the call and the others in the wait",
      CallName(event));
  Active active{.collective = true,
                .all = {call.kind, ChooseAlgorithm(call.kind, ranks, call.bytes), ranks, root, call.bytes},
                .communicator = event.communicator,
                .number = call.number};
  Round(active, 0, active.slot, active.second_slot);
  active_[event.requests[0]] = active;
}

// Begins what the rank does in a round.
void RankConversion::Round(const Active& active, int round, std::uint16_t& receive, std::uint16_t& send) {
  constexpr std::uint32_t kRounds = 1 << 16;
  const std::uint32_t number = shared_.communicators.Number(active.communicator, Place());
  const Step step = StepOf(active.all, round, shared_.communicators.FromWorld(active.communicator, rank_, Place()));
  const auto start = [&](Call call, int peer, std::int64_t bytes) {
    const std::uint16_t slot = NewSlot();
    Emit(
        {.amount = bytes,
         .peer = shared_.communicators.ToWorld(active.communicator, peer, rank_, Place()),
         .tag = static_cast<int>(active.number % (kRounds / 2) * kRounds + static_cast<std::uint32_t>(round) % kRounds),
         .communicator = number | kNonblockingContext,
         .request = slot,
         .call = call});
    return slot;
  };
  receive = step.from >= 0 ? start(Call::kReceive, step.from, 0) : Slots::kNone;
  send = step.to >= 0 ? start(Call::kSend, step.to, BytesOf(active.all, step.sent)) : Slots::kNone;
}

}  // namespace mpigauge
