#include "simulator/replay/collective_meetings.h"

#include <fmt/format.h>

#include <bit>

#include "base/error.h"

namespace mpigauge {

template <int K>
auto CollectiveMeetings<K>::Enter(int rank, const Operation& operation, const Lanes<K>& time, const CostRow<K>& cost,
                                  const Where& where) -> std::span<const Leave> {
  leaves_.clear();
  const int member = communicators_.FromWorld(operation.communicator, rank);
  const int size = communicators_.Size(operation.communicator);
  if (member < 0) throw UsageError("{}: is not a member of communicator {}", where(), operation.communicator);
  if (size == 1) {
    leaves_.push_back({rank, time, time[0], rank, time[0]});
    return leaves_;
  }
  Group& group = groups_[operation.communicator];
  if (group.calls.empty()) group.calls.resize(static_cast<std::size_t>(size));
  const Inside inside{rank, member, operation.amount, Alone(operation, member, size, time, cost), time[0]};
  Meeting& meeting = MeetingOf(group, inside, operation, where);

  const Shape shape = ShapeOf(meeting.kind);
  const bool symmetric = shape == Shape::kAllToAll || shape == Shape::kOneByOne;
  const bool waits = symmetric || (member == meeting.root) == (shape == Shape::kAllToOne);
  if (shape == Shape::kAllToAll || !waits) WaitFor(meeting, inside, time);
  if (waits) {
    meeting.inside.push_back(inside);
    waits_in_[rank] = operation.communicator;
  } else {
    leaves_.push_back({rank, inside.alone, time[0], rank, time[0]});
  }
  if (shape == Shape::kOneByOne) {
    LetInOrder(meeting, size);
  } else if (IsReady(meeting, size)) {
    for (const Inside& each : meeting.inside) Let(each, meeting, size);
    meeting.inside.clear();
  }
  for (; !group.open.empty() && group.open.front().entered == size; ++group.done) group.open.pop_front();
  return leaves_;
}

template <int K>
auto CollectiveMeetings<K>::ShapeOf(CollectiveKind kind) -> Shape {
  switch (kind) {
    case CollectiveKind::kBcast:
    case CollectiveKind::kScatter: return Shape::kOneToAll;
    case CollectiveKind::kReduce:
    case CollectiveKind::kGather: return Shape::kAllToOne;
    case CollectiveKind::kScan: return Shape::kOneByOne;
    default: return Shape::kAllToAll;
  }
}

// Whether all are there whom those inside wait for.
template <int K>
bool CollectiveMeetings<K>::IsReady(const Meeting& meeting, int size) {
  switch (ShapeOf(meeting.kind)) {
    case Shape::kOneToAll: return meeting.entered > meeting.others;
    case Shape::kAllToOne: return meeting.others == size - 1;
    default: return meeting.entered == size;
  }
}

// The one that is this member's next.
template <int K>
auto CollectiveMeetings<K>::MeetingOf(Group& group, const Inside& inside, const Operation& operation,
                                      const Where& where) const -> Meeting& {
  const auto kind = static_cast<CollectiveKind>(operation.tag);
  const std::uint32_t call = group.calls[static_cast<std::size_t>(inside.member)]++;
  const std::size_t at = call - group.done;
  if (at == group.open.size()) group.open.push_back({.kind = kind, .root = operation.peer, .first = inside.rank});
  Meeting& meeting = group.open[at];
  if (meeting.kind != kind || meeting.root != operation.peer) {
    throw UsageError("{}: collective {} of communicator {} is {} with root {}, but rank {} calls {} with root {}",
                     where(), call, operation.communicator, NameOf(kind), operation.peer, meeting.first,
                     NameOf(meeting.kind), meeting.root);
  }
  ++meeting.entered;
  if (inside.member != meeting.root) ++meeting.others;
  return meeting;
}

template <int K>
const Lanes<K>& CollectiveMeetings<K>::Nanoseconds(CollectiveKind kind, int ranks, std::int64_t bytes) {
  constexpr double kNanoseconds = 1e9;
  const auto [found, fresh] = times_.try_emplace({kind, ranks, bytes});
  if (!fresh) return found->second;
  for (std::size_t lane = 0; lane < K; ++lane) {
    const Scenario& scenario = scenarios_[std::min(lane, scenarios_.size() - 1)];
    found->second[lane] = scenario.collectives->Seconds(kind, ranks, bytes) * kNanoseconds;
  }
  return found->second;
}

template <int K>
Lanes<K> CollectiveMeetings<K>::Alone(const Operation& operation, int member, int size, const Lanes<K>& time,
                                      const CostRow<K>& cost) {
  const auto kind = static_cast<CollectiveKind>(operation.tag);
  const Shape shape = ShapeOf(kind);
  if (shape == Shape::kAllToAll || shape == Shape::kOneByOne) return time;
  const bool root = member == operation.peer;
  const bool sends = root == (shape == Shape::kOneToAll);
  const int messages =
      root ? static_cast<int>(std::bit_width(static_cast<unsigned>(size - 1))) : 1;  // the depth of a binomial tree
  const Lanes<K>& whole = Nanoseconds(kind, size, operation.amount);
  Lanes<K> alone = time;
  for (std::size_t lane = 0; lane < K; ++lane) {
    const double one = sends ? cost.send_overhead[lane] : cost.wait_overhead[lane] + cost.arrival_overhead[lane];
    alone[lane] += cost.eager[lane] ? std::min(whole[lane], messages * one) : whole[lane];
  }
  return alone;
}

// One more is there whom those inside wait for.
template <int K>
void CollectiveMeetings<K>::WaitFor(Meeting& meeting, const Inside& inside, const Lanes<K>& time) const {
  if (meeting.cause == kNobody || time[0] > meeting.last[0]) meeting.cause = inside.rank;
  meeting.last = Max(meeting.last, time);
  meeting.bytes = std::max(meeting.bytes, inside.bytes);
}

// The members that it waits for are there: it leaves.
template <int K>
void CollectiveMeetings<K>::Let(const Inside& inside, const Meeting& meeting, int size) {
  const Lanes<K> behind = meeting.last + Nanoseconds(meeting.kind, size, std::max(meeting.bytes, inside.bytes));
  const bool late = inside.alone[0] > behind[0];
  leaves_.push_back({inside.rank, Max(inside.alone, behind), inside.entered, late ? inside.rank : meeting.cause,
                     late ? inside.entered : meeting.last[0]});
  waits_in_.erase(inside.rank);
}

template <int K>
void CollectiveMeetings<K>::LetInOrder(Meeting& meeting, int size) {
  const auto higher = [](const Inside& one, const Inside& other) { return one.member > other.member; };
  std::push_heap(meeting.inside.begin(), meeting.inside.end(), higher);
  while (!meeting.inside.empty() && meeting.inside.front().member == meeting.next) {
    std::pop_heap(meeting.inside.begin(), meeting.inside.end(), higher);
    const Inside inside = meeting.inside.back();
    meeting.inside.pop_back();
    WaitFor(meeting, inside, inside.alone);
    Let(inside, meeting, size);
    ++meeting.next;
  }
}

template <int K>
std::string CollectiveMeetings<K>::Missing(int rank) const {
  const std::uint32_t communicator = waits_in_.at(rank);
  const Group& group = groups_.at(communicator);
  const int me = communicators_.FromWorld(communicator, rank);
  const std::uint32_t call = group.calls[static_cast<std::size_t>(me)] - 1;
  const Meeting& meeting = group.open[call - group.done];
  const Shape shape = ShapeOf(meeting.kind);
  int first = kNobody;
  int more = 0;
  for (int member = 0; member < static_cast<int>(group.calls.size()); ++member) {
    const bool there = group.calls[static_cast<std::size_t>(member)] > call;
    const bool other =
        (shape == Shape::kOneToAll && member != meeting.root) || (shape == Shape::kOneByOne && member > me);
    if (there || other) continue;
    if (first != kNobody) ++more;
    if (first == kNobody) first = communicators_.ToWorld(communicator, member);
  }
  return fmt::format("rank {}{} to call it", first, more == 0 ? "" : fmt::format(" (and {} more)", more));
}

template <int K>
std::string CollectiveMeetings<K>::Unfinished() const {
  for (const auto& [communicator, group] : groups_) {
    if (group.open.empty()) continue;
    const auto least = std::min_element(group.calls.begin(), group.calls.end());
    const int rank = communicators_.ToWorld(communicator, static_cast<int>(least - group.calls.begin()));
    return fmt::format("rank {} never calls collective {} of communicator {}, but rank {} does: {}", rank, *least,
                       communicator, group.open.front().first, NameOf(group.open.front().kind));
  }
  return "";
}

template class CollectiveMeetings<1>;
template class CollectiveMeetings<2>;
template class CollectiveMeetings<4>;
template class CollectiveMeetings<8>;

}  // namespace mpigauge
