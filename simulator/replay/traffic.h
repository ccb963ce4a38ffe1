#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "simulator/network/model.h"
#include "simulator/network/topology.h"
#include "simulator/replay/event_queue.h"

namespace mpigauge {

// Messages on links that carry one at a time, first come, first served; all messages between two hosts take the same
// shortest path. A message that meets nobody takes TransitSeconds().
//   store and forward  it has a link for the whole time of the link.
//   cut-through        it has a link until its last byte has passed.
//   wormhole           the same, but while it waits for its next link, it keeps those behind it: messages are at least
//                      as long as their paths, and can block each other for ever.
class Traffic {
 public:
  Traffic(Graph graph, const NetworkModel& model, EventQueue& events);

  // A message enters the network now; its arrival becomes an event.
  void Enter(int message, int from, int to, std::int64_t bytes, double now);

  void Head(const ReplayEvent& event);
  void Release(const ReplayEvent& event);

 private:
  struct Passage {
    const std::vector<Graph::Edge>* path = nullptr;
    double whole_ns = 0;  // the time of a link
  };
  struct Link {
    double free = 0;
    bool taken = false;               // wormhole
    std::deque<ReplayEvent> waiting;  // wormhole: heads
  };
  const std::vector<Graph::Edge>& PathOf(int from, int to);
  void Worm(const ReplayEvent& event, const Passage& passage);
  Link& LinkOf(const Passage& passage, int position);

  Graph graph_;
  const NetworkModel& model_;
  double hop_ns_;
  EventQueue& events_;
  std::vector<Link> links_;
  std::unordered_map<int, Passage> passages_;  // of messages under way
  std::unordered_map<std::int64_t, std::vector<Graph::Edge>> paths_;
  std::unordered_map<int, std::vector<std::uint16_t>> distances_;  // by destination
};

}  // namespace mpigauge
