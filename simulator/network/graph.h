#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mpigauge {

// A network as a directed graph. Nodes 0 to hosts()-1 run ranks, the others are switches. Each edge uses a link; edges
// that use the same link (a bus) cannot carry two messages at a time.
class Graph {
 public:
  struct Edge {
    int to;
    int link;
  };

  // Incidence lists: for each node, those that it can send to directly. Every edge has a link of its own, unless
  // `shared` says that all have one. Throws Error (usage) on a neighbour that does not exist. Source: Demaine,
  // Simulator [DE4].
  Graph(int hosts, const std::vector<std::vector<int>>& incidence, bool shared = false);

  int hosts() const { return hosts_; }
  int nodes() const { return static_cast<int>(first_.size()) - 1; }
  int links() const { return links_; }
  std::span<const Edge> Edges(int node) const;

 private:
  int hosts_;
  int links_ = 0;
  std::vector<std::size_t> first_;
  std::vector<Edge> edges_;
};

inline constexpr std::uint16_t kUnreachable = UINT16_MAX;

// Shortest paths of a graph to one node at a time: edges from each node to `destination`, breadth first.
std::vector<std::uint16_t> DistancesTo(const Graph& graph, int destination);

// The edges of a shortest path; of several the one that goes to the lowest neighbour first. `distances` are those to
// the destination.
std::vector<Graph::Edge> PathFrom(const Graph& graph, int from, std::span<const std::uint16_t> distances);

}  // namespace mpigauge
