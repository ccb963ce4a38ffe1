#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
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

// How far the hosts of a network are from each other.
class Topology {
 public:
  virtual ~Topology() = default;

  virtual int hosts() const = 0;

  // Links on a shortest path between two hosts; 0 from a host to itself. Constant time.
  virtual int Hops(int from, int to) const = 0;

  // The largest that Hops() returns.
  virtual int Diameter() const = 0;

  // Node by node: for large networks this takes memory, which Hops() does not.
  virtual Graph ToGraph() const = 0;
};

// Every two hosts have a link of their own.
std::unique_ptr<Topology> CompleteNetwork(int hosts);

// Every two hosts are one hop apart, and all share one link.
std::unique_ptr<Topology> Bus(int hosts);

// Hosts on a grid, the last dimension varies fastest; with `wrapped` the ends of each dimension are joined (a torus; in
// one dimension a ring).
std::unique_ptr<Topology> Grid(const std::vector<int>& dimensions, bool wrapped);

// 2^dimensions hosts; those whose numbers differ in one bit are neighbours.
std::unique_ptr<Topology> Hypercube(int dimensions);

// Three levels of switches with `ports` ports each, for ports^3/4 hosts (Al-Fares, Loukissas, Vahdat, SIGCOMM 2008).
std::unique_ptr<Topology> FatTree(int ports);

// Groups of routers (Kim, Dally, Scott, Abts, ISCA 2008): the routers of a group are all joined, and every two groups
// by one link, which its routers share out evenly.
std::unique_ptr<Topology> Dragonfly(int groups, int routers, int hosts_per_router);

// Incidence lists, as the graph's; all nodes are hosts. Shortest paths are kept for every pair: 2 bytes each. Throws
// Error (usage) where a host cannot reach another one.
std::unique_ptr<Topology> DirectNetwork(const std::vector<std::vector<int>>& incidence);

// "complete:16", "bus:4", "ring:16", "mesh:4x4", "torus:8x8x8", "hypercube:4" (dimensions), "fat-tree:8" (ports),
// "dragonfly:9x4x2" (groups, routers, hosts per router), or "lists:FILE". Throws Error (usage).
std::unique_ptr<Topology> ParseTopology(std::string_view text);

// Incidence lists as text: a line "NODE: NEIGHBOUR NEIGHBOUR ..." for each node, in any order; # starts a comment.
// `what` names the text in errors, with the line.
std::vector<std::vector<int>> ParseIncidenceLists(std::string_view text, std::string_view what);

}  // namespace mpigauge
