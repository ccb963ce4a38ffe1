#include "simulator/trace/rank_conversion.h"

#include <algorithm>

#include "base/error.h"
#include "simulator/trace/trace_set.h"

namespace mpigauge {
namespace {

using enum TraceCall;

constexpr std::size_t kMostDetached = 1024;

// The request whose completion the wait or test reported; of a call that names all that it waits for, these.
bool NamesAll(TraceCall call) { return call == kWait || call == kWaitAll || call == kTest || call == kTestAll; }

}  // namespace

RankConversion::RankConversion(const Shared& shared, int rank)
    : shared_(shared), trace_(shared.traces.ranks[static_cast<std::size_t>(rank)]), rank_(rank), completions_(trace_) {}

void RankConversion::Convert(std::size_t event, std::int64_t computation, bool counts) {
  event_ = event;
  const TraceEvent& call = trace_.events[event];
  if (!counts) return Record(call);
  if (computation > 0) Emit({.amount = computation, .call = Call::kCalc});
  Do(call);
}

// Records what later calls refer to.
void RankConversion::Record(const TraceEvent& event) {
  if (event.call == kSendInit || event.call == kReceiveInit) {
    for (const std::uint32_t request : event.requests) persistent_[request] = &event;
  } else if (KindOf(event) && event.communicator != CommunicatorTable::kSelf &&
             shared_.communicators.Has(event.communicator)) {
    shared_.collectives.Next(rank_, event.communicator);
  } else if (event.call == kIreceive || event.call == kImreceive || event.call == kIsend || event.call == kStart ||
             event.call == kStartAll) {
    for (const std::uint32_t request : event.requests) completions_.Next(request);
  }
}

void RankConversion::Do(const TraceEvent& event) {
  if (KindOf(event)) return StartCollective(event);
  switch (event.call) {
    case kSend: return StartSend(event, 0);
    case kIsend: return StartSend(event, event.requests.empty() ? 0 : event.requests[0]);
    case kReceive:
    case kMreceive: return BlockingReceive(event);
    case kIreceive:
    case kImreceive: return StartReceive(event, event.requests.empty() ? 0 : event.requests[0]);
    case kSendReceive: return Exchange(event);
    case kProbe:
    case kIprobe:
    case kMprobe:
    case kImprobe: return Probe(event);
    case kSendInit:
    case kReceiveInit: return Record(event);
    case kStart:
    case kStartAll:
      for (const std::uint32_t request : event.requests) StartPersistent(request);
      return;
    case kWait:
    case kWaitAll:
    case kWaitAny:
    case kWaitSome:
    case kTest:
    case kTestAll:
    case kTestAny:
    case kTestSome: return Complete(event);
    case kRequestFree: return Free(event);
    case kAbort: return shared_.notes.Count("rank {} called MPI_Abort: the calls after it are not known", rank_);
    case kCommCreate:  // but for those that KindOf() knows
    case kOther: return NotModelled(event);
    default:  // MPI_Init, MPI_Finalize, MPI_Cancel (see Completions), MPI_Comm_free
      return;
  }
}

void RankConversion::NotModelled(const TraceEvent& event) {
  shared_.notes.Count("{} is not modelled: it takes no time", CallName(event));
}

int RankConversion::ToWorld(const TraceEvent& call, int rank) const {
  return shared_.communicators.ToWorld(call.communicator, rank, rank_, Place());
}

void RankConversion::Emit(Operation operation) {
  shared_.program.Add(rank_, operation, static_cast<std::uint32_t>(event_ + 1));
}

std::uint16_t RankConversion::NewSlot() {
  const std::uint16_t slot = slots_.Take();
  if (slot == Slots::kNone) {
    throw UsageError("{}: has more requests at once than can be replayed ({})", Place().Text(), slots_.active());
  }
  return slot;
}

void RankConversion::Wait(std::uint16_t slot) {
  if (slot == Slots::kNone) return;
  Emit({.request = slot, .call = Call::kWait});
  slots_.Return(slot);
}

void RankConversion::Detach(std::uint16_t slot) {
  if (slot == Slots::kNone) return;
  detached_.push_back(slot);
  if (detached_.size() <= kMostDetached) return;
  Wait(detached_.front());
  detached_.pop_front();
}

std::uint16_t RankConversion::Send(const TraceEvent& call) {
  if (call.peer == kTraceNull) return Slots::kNone;
  const std::uint16_t slot = NewSlot();
  Emit({.amount = std::max<std::int64_t>(0, call.bytes),
        .peer = ToWorld(call, call.peer),
        .tag = call.tag,
        .communicator = shared_.communicators.Number(call.communicator, Place()),
        .request = slot,
        .call = Call::kSend,
        .synchronous = call.mode == SendMode::kSynchronous});
  return slot;
}

std::uint16_t RankConversion::Receive(const TraceEvent& call, int source, int tag, const TraceMatch* match) {
  if (source == kTraceNull || (match != nullptr && match->cancelled)) return Slots::kNone;
  if (match != nullptr && match->source >= 0) {
    if (source == kTraceAny) source = match->source;
    if (tag == kTraceAny) tag = match->tag;
  }
  if (source == kTraceAny || tag == kTraceAny) {
    shared_.notes.Count("a receive with a wildcard that received nothing is left out (rank {})", rank_);
    return Slots::kNone;
  }
  const auto received = received_.find({call.communicator, source, tag});
  if (received != received_.end()) {
    if (--received->second == 0) received_.erase(received);
    return Slots::kNone;
  }
  const std::uint16_t slot = NewSlot();
  Emit({.peer = ToWorld(call, source),
        .tag = tag,
        .communicator = shared_.communicators.Number(call.communicator, Place()),
        .request = slot,
        .call = Call::kReceive});
  return slot;
}

// `request` 0: a blocking one.
void RankConversion::StartSend(const TraceEvent& call, std::uint32_t request) {
  const TraceMatch* match = request == 0 ? nullptr : completions_.Next(request);
  if (match != nullptr && match->cancelled) return;
  const std::uint16_t slot = Send(call);
  if (call.mode == SendMode::kBuffered) {
    Detach(slot);
  } else if (request == 0) {
    Wait(slot);
  } else {
    active_[request] = {.slot = slot};
  }
}

void RankConversion::StartReceive(const TraceEvent& call, std::uint32_t request) {
  active_[request] = {.slot = Receive(call, call.peer, call.tag, completions_.Next(request))};
}

void RankConversion::StartPersistent(std::uint32_t request) {
  const auto found = persistent_.find(request);
  if (found == persistent_.end()) {
    throw UsageError("{}: starts request {}, of which the trace has no MPI_Send_init or MPI_Recv_init", Place().Text(),
                     request);
  }
  if (found->second->call == kSendInit) return StartSend(*found->second, request);
  StartReceive(*found->second, request);
}

void RankConversion::BlockingReceive(const TraceEvent& event) {
  const TraceMatch* match = event.matches.empty() ? nullptr : &event.matches[0];
  Wait(Receive(event, event.peer, event.tag, match));
}

void RankConversion::Exchange(const TraceEvent& event) {
  const TraceMatch* match = event.matches.empty() ? nullptr : &event.matches[0];
  const std::uint16_t receive = Receive(event, event.second_peer, event.second_tag, match);
  const std::uint16_t send = Send(event);
  Wait(send);
  Wait(receive);
}

// The message that it saw is received here already: from here on the rank has waited for it.
void RankConversion::Probe(const TraceEvent& event) {
  if (event.matches.empty() || event.matches[0].source < 0) return;
  const TraceMatch& match = event.matches[0];
  const Envelope envelope{event.communicator, match.source, match.tag};
  if (received_.contains(envelope) && (event.call == kProbe || event.call == kIprobe)) return;  // seen again
  const int before = received_.contains(envelope) ? received_.extract(envelope).mapped() : 0;
  Wait(Receive(event, match.source, match.tag, &match));
  received_[envelope] = before + 1;
}

void RankConversion::Free(const TraceEvent& event) {
  for (const std::uint32_t request : event.requests) {
    const auto found = active_.find(request);
    if (found == active_.end()) continue;
    Detach(found->second.slot);
    Detach(found->second.second_slot);
    active_.erase(found);
  }
}

void RankConversion::Complete(const TraceEvent& event) {
  if (NamesAll(event.call)) return CompleteAll(event.requests);
  std::vector<std::uint32_t> completed;
  for (const TraceMatch& match : event.matches) completed.push_back(match.request);
  CompleteAll(completed);
}

void RankConversion::CompleteAll(std::span<const std::uint32_t> requests) {
  if (requests.size() > 1 && WaitForAllAtOnce(requests)) return;
  for (const std::uint32_t request : requests) CompleteOne(request);
}

// One operation instead of many, where these are all requests of the rank, in the order in which it is waited for.
bool RankConversion::WaitForAllAtOnce(std::span<const std::uint32_t> requests) {
  int last = -1;
  std::size_t waited = 0;
  for (const std::uint32_t request : requests) {
    const auto found = active_.find(request);
    if (found == active_.end() || found->second.slot == Slots::kNone) continue;
    if (found->second.collective || found->second.slot <= last) return false;
    last = found->second.slot;
    ++waited;
  }
  if (waited < 2 || waited != slots_.active()) return false;
  Emit({.call = Call::kWaitAll});
  for (const std::uint32_t request : requests) {
    const auto found = active_.find(request);
    if (found == active_.end()) continue;
    if (found->second.slot != Slots::kNone) slots_.Return(found->second.slot);
    active_.erase(found);
  }
  return true;
}

void RankConversion::CompleteOne(std::uint32_t request) {
  const auto found = active_.find(request);
  if (found == active_.end()) return;
  Active active = found->second;
  active_.erase(found);
  Wait(active.second_slot);
  Wait(active.slot);
  if (!active.collective) return;
  for (int round = 1; round < Rounds(active.all); ++round) {
    Round(active, round, active.slot, active.second_slot);
    Wait(active.second_slot);
    Wait(active.slot);
  }
}

}  // namespace mpigauge
