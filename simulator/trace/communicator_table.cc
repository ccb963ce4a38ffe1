#include "simulator/trace/communicator_table.h"

#include "harness/base/error.h"

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
  if (found < 0) throw UsageError("{}: is no member of the communicator {}", place.Text(), id);
  return found;
}

}  // namespace mpigauge
