#include "simulator/replay/traffic.h"

#include <algorithm>

namespace mpigauge {
namespace {

constexpr double kNanoseconds = 1e9;

}  // namespace

Traffic::Traffic(Graph graph, const NetworkModel& model, EventQueue& events)
    : graph_(std::move(graph)),
      model_(model),
      hop_ns_(model.hop_seconds * kNanoseconds),
      events_(events),
      links_(static_cast<std::size_t>(graph_.links())) {}

void Traffic::Enter(int message, int from, int to, std::int64_t bytes, double now) {
  if (from == to) {
    events_.Push(now, Happening::kArrival, message);
    return;
  }
  passages_[message] = {&PathOf(from, to), TransitSeconds(model_, bytes, 1) * kNanoseconds};
  events_.Push(now, Happening::kHead, message, 0);
}

void Traffic::Head(const ReplayEvent& event) {
  const Passage passage = passages_.at(event.subject);
  if (model_.switching == Switching::kWormhole) return Worm(event, passage);
  Link& link = LinkOf(passage, event.position);
  const double begin = std::max(event.time, link.free);
  const double end = begin + passage.whole_ns;
  const bool whole = model_.switching == Switching::kStoreAndForward;
  link.free = whole ? end : std::max(begin, end - hop_ns_);
  if (event.position + 1 == static_cast<int>(passage.path->size())) {
    passages_.erase(event.subject);
    events_.Push(end, Happening::kArrival, event.subject);
  } else {
    events_.Push(whole ? end : begin + hop_ns_, Happening::kHead, event.subject, event.position + 1);
  }
}

void Traffic::Worm(const ReplayEvent& event, const Passage& passage) {
  Link& link = LinkOf(passage, event.position);
  if (link.taken) {
    link.waiting.push_back(event);
    return;
  }
  link.taken = true;
  const int length = static_cast<int>(passage.path->size());
  if (event.position + 1 < length) {
    events_.Push(event.time + hop_ns_, Happening::kHead, event.subject, event.position + 1);
    return;
  }
  // The head is there: the last byte passes the links one after the other.
  const double arrival = event.time + passage.whole_ns;
  for (int position = 0; position < length; ++position) {
    const double passed = arrival - hop_ns_ * (length - position);
    events_.Push(std::max(event.time, passed), Happening::kRelease,
                 (*passage.path)[static_cast<std::size_t>(position)].link);
  }
  passages_.erase(event.subject);
  events_.Push(arrival, Happening::kArrival, event.subject);
}

void Traffic::Release(const ReplayEvent& event) {
  Link& link = links_[static_cast<std::size_t>(event.subject)];
  link.taken = false;
  if (link.waiting.empty()) return;
  ReplayEvent head = link.waiting.front();
  link.waiting.pop_front();
  head.time = event.time;
  Worm(head, passages_.at(head.subject));
}

Traffic::Link& Traffic::LinkOf(const Passage& passage, int position) {
  return links_[static_cast<std::size_t>((*passage.path)[static_cast<std::size_t>(position)].link)];
}

const std::vector<Graph::Edge>& Traffic::PathOf(int from, int to) {
  const std::int64_t key = std::int64_t{from} * graph_.nodes() + to;
  const auto [path, fresh] = paths_.try_emplace(key);
  if (fresh) {
    const auto [distances, missing] = distances_.try_emplace(to);
    if (missing) distances->second = DistancesTo(graph_, to);
    path->second = PathFrom(graph_, from, distances->second);
  }
  return path->second;
}

}  // namespace mpigauge
