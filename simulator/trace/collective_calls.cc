#include "simulator/trace/collective_calls.h"

#include <algorithm>

#include "base/error.h"
#include "simulator/trace/trace_set.h"

namespace mpigauge {

CommunicatorTable::CommunicatorTable(const TraceSet& traces)
    : communicators_(std::make_unique<Communicators>(static_cast<int>(traces.ranks.size()))) {
  numbers_.emplace(kWorld, 0);
  numbers_.emplace(kSelf, communicators_->Add({0}));  // each rank has its own, but nobody else sends there
  for (std::size_t rank = 0; rank < traces.ranks.size(); ++rank) {
    const auto& events = traces.ranks[rank].events;
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (!events[i].made.members.empty()) Add(traces, static_cast<int>(rank), i);
    }
  }
}

void CommunicatorTable::Add(const TraceSet& traces, int rank, std::size_t event) {
  const TraceCommunicator& made = traces.ranks[static_cast<std::size_t>(rank)].events[event].made;
  if (made.id == kWorld || made.id == kSelf) return;
  for (const int member : made.members) {
    if (member >= 0 && member < communicators_->Size(0)) continue;
    throw UsageError("{}: there is no rank {} among {} ranks", CallPlace{traces, rank, event}.Text(), member,
                     communicators_->Size(0));
  }
  const auto [known, is_new] = made_.emplace(made.id, &made);
  if (is_new) {
    numbers_.emplace(made.id, communicators_->Add(made.members));
  } else if (known->second->members != made.members) {
    throw UsageError("{}: communicator {} has other ranks than another rank's trace says; are the files of one run?",
                     CallPlace{traces, rank, event}.Text(), made.id);
  }
}

std::uint32_t CommunicatorTable::Number(std::uint64_t id, const CallPlace& place) const {
  const auto found = numbers_.find(id);
  if (found == numbers_.end()) {
    throw UsageError("{}: the trace does not say how communicator {} was made", place.Text(), id);
  }
  return found->second;
}

int CommunicatorTable::Size(std::uint64_t id, const CallPlace& place) const {
  return id == kSelf ? 1 : communicators_->Size(Number(id, place));
}

int CommunicatorTable::ToWorld(std::uint64_t id, int rank, int me, const CallPlace& place) const {
  if (rank < 0 || rank >= Size(id, place)) {
    throw UsageError("{}: there is no rank {} among the {} of its communicator", place.Text(), rank, Size(id, place));
  }
  return id == kSelf ? me : communicators_->ToWorld(Number(id, place), rank);
}

int CommunicatorTable::FromWorld(std::uint64_t id, int rank, const CallPlace& place) const {
  const int found = communicators_->FromWorld(Number(id, place), rank);
  if (found < 0) throw UsageError("{}: is not a member of communicator {}", place.Text(), id);
  return found;
}

namespace {

using enum TraceCall;

constexpr std::int64_t kAgreementBytes = 8;  // what ranks tell each other when they make a communicator
constexpr std::uint64_t kSelf = 1;

bool IsUneven(TraceCall call) {
  return call == kGatherv || call == kScatterv || call == kAllgatherv || call == kAlltoallv || call == kAlltoallw;
}

bool HasRoot(CollectiveKind kind) {
  return kind == CollectiveKind::kBcast || kind == CollectiveKind::kReduce || kind == CollectiveKind::kGather ||
         kind == CollectiveKind::kScatter;
}

// Whether only some ranks of the parent communicator make the call.
bool IsMadeByItsMembers(const TraceEvent& event) { return event.name == "MPI_Comm_create_group"; }

std::int64_t BytesOf(const TraceEvent& event) {
  if (event.call == kBarrier) return 0;
  return MakesCommunicator(event.call) ? kAgreementBytes : std::max<std::int64_t>(0, event.bytes);
}

}  // namespace

std::optional<CollectiveKind> KindOf(const TraceEvent& event) {
  if (IsMadeByItsMembers(event)) return {};
  switch (event.call) {
    case kBarrier: return CollectiveKind::kBarrier;
    case kBcast: return CollectiveKind::kBcast;
    case kReduce: return CollectiveKind::kReduce;
    case kAllreduce:
    case kCommDup:
    case kCommCreate: return CollectiveKind::kAllreduce;
    case kGather:
    case kGatherv: return CollectiveKind::kGather;
    case kScatter:
    case kScatterv: return CollectiveKind::kScatter;
    case kAllgather:
    case kAllgatherv:
    case kCommSplit: return CollectiveKind::kAllgather;
    case kAlltoall:
    case kAlltoallv:
    case kAlltoallw: return CollectiveKind::kAlltoall;
    case kReduceScatter:
    case kReduceScatterBlock: return CollectiveKind::kReduceScatter;
    case kScan:
    case kExscan: return CollectiveKind::kScan;
    default: return {};
  }
}

CollectiveCalls::CollectiveCalls(const TraceSet& traces, const CommunicatorTable& communicators, Notes& notes)
    : next_(traces.ranks.size()) {
  for (std::size_t rank = 0; rank < traces.ranks.size(); ++rank) {
    std::unordered_map<std::uint64_t, std::size_t> numbers;
    const auto& events = traces.ranks[rank].events;
    for (std::size_t i = 0; i < events.size(); ++i) {
      const auto kind = KindOf(events[i]);
      if (!kind || events[i].communicator == kSelf) continue;
      if (MakesCommunicator(events[i].call) && !communicators.Has(events[i].communicator)) continue;
      communicators.Number(events[i].communicator, {traces, static_cast<int>(rank), i});
      Add(traces, static_cast<int>(rank), i, *kind, numbers[events[i].communicator]++);
    }
  }
  for (const auto& [communicator, all] : calls_) {
    for (const Agreed& one : all) {
      if (one.most == one.least) continue;
      const auto& event = traces.ranks[static_cast<std::size_t>(one.first_rank)].events[one.first_event];
      notes.Add(CallName(event) + (one.uneven ? " with different sizes on the ranks: counted with their mean"
                                              : " with different sizes on the ranks: counted with the largest"));
    }
  }
}

void CollectiveCalls::Add(const TraceSet& traces, int rank, std::size_t event, CollectiveKind kind,
                          std::size_t number) {
  const TraceEvent& call = traces.ranks[static_cast<std::size_t>(rank)].events[event];
  auto& all = calls_[call.communicator];
  const std::int64_t bytes = BytesOf(call);
  if (number == all.size()) {
    all.push_back({.kind = kind,
                   .root = call.peer,
                   .nonblocking = call.nonblocking,
                   .uneven = IsUneven(call.call),
                   .most = bytes,
                   .least = bytes,
                   .first_rank = rank,
                   .first_event = event});
  }
  Agreed& agreed = all[number];
  Check(traces, agreed, rank, event);
  agreed.most = std::max(agreed.most, bytes);
  agreed.least = std::min(agreed.least, bytes);
  agreed.sum += bytes;
  ++agreed.ranks;
}

void CollectiveCalls::Check(const TraceSet& traces, const Agreed& agreed, int rank, std::size_t event) const {
  const TraceEvent& call = traces.ranks[static_cast<std::size_t>(rank)].events[event];
  const TraceEvent& first = traces.ranks[static_cast<std::size_t>(agreed.first_rank)].events[agreed.first_event];
  const bool same_root = !HasRoot(agreed.kind) || call.peer == agreed.root;
  if (call.call == first.call && call.nonblocking == agreed.nonblocking && same_root) return;
  throw UsageError("{}: does not fit to rank {}, call {} ({}), the same collective of communicator {}{}",
                   CallPlace{traces, rank, event}.Text(), agreed.first_rank, agreed.first_event + 1, CallName(first),
                   call.communicator, same_root ? "" : ": they have different roots");
}

CollectiveCall CollectiveCalls::Next(int rank, std::uint64_t communicator) {
  const std::uint32_t number = next_[static_cast<std::size_t>(rank)][communicator]++;
  const Agreed& agreed = calls_.at(communicator)[number];
  return {agreed.kind, agreed.Bytes(), number};
}

}  // namespace mpigauge
