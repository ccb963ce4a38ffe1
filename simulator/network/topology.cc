#include "simulator/network/topology.h"

#include "base/error.h"

namespace mpigauge {

Graph::Graph(int hosts, const std::vector<std::vector<int>>& incidence, bool shared) : hosts_(hosts) {
  const int nodes = static_cast<int>(incidence.size());
  if (hosts > nodes) throw UsageError("a network of {} nodes cannot have {} hosts", nodes, hosts);
  first_.push_back(0);
  for (int node = 0; node < nodes; ++node) {
    for (const int to : incidence[static_cast<std::size_t>(node)]) {
      if (to < 0 || to >= nodes) {
        throw UsageError("node {} has neighbour {}, but the network has nodes 0 to {}", node, to, nodes - 1);
      }
      edges_.push_back({to, shared ? 0 : links_});
      links_ = shared ? 1 : links_ + 1;
    }
    first_.push_back(edges_.size());
  }
}

std::span<const Graph::Edge> Graph::Edges(int node) const {
  const auto at = static_cast<std::size_t>(node);
  return std::span(edges_).subspan(first_[at], first_[at + 1] - first_[at]);
}

std::vector<std::uint16_t> DistancesTo(const Graph& graph, int destination) {
  const auto nodes = static_cast<std::size_t>(graph.nodes());
  std::vector<std::vector<int>> senders(nodes);
  for (int node = 0; node < graph.nodes(); ++node) {
    for (const auto& edge : graph.Edges(node)) senders[static_cast<std::size_t>(edge.to)].push_back(node);
  }
  std::vector<std::uint16_t> distances(nodes, kUnreachable);
  distances[static_cast<std::size_t>(destination)] = 0;
  std::vector<int> reached = {destination};
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const auto at = static_cast<std::size_t>(reached[next]);
    for (const int sender : senders[at]) {
      auto& distance = distances[static_cast<std::size_t>(sender)];
      if (distance != kUnreachable) continue;
      distance = static_cast<std::uint16_t>(distances[at] + 1);
      reached.push_back(sender);
    }
  }
  return distances;
}

std::vector<Graph::Edge> PathFrom(const Graph& graph, int from, std::span<const std::uint16_t> distances) {
  std::vector<Graph::Edge> path;
  for (int node = from; distances[static_cast<std::size_t>(node)] != 0;) {
    const auto distance = distances[static_cast<std::size_t>(node)];
    const Graph::Edge* best = nullptr;
    for (const auto& edge : graph.Edges(node)) {
      const bool nearer = distances[static_cast<std::size_t>(edge.to)] + 1 == distance;
      if (nearer && (best == nullptr || edge.to < best->to)) best = &edge;
    }
    if (best == nullptr) throw UsageError("the network has no path from node {} on", node);
    path.push_back(*best);
    node = best->to;
  }
  return path;
}

}  // namespace mpigauge
