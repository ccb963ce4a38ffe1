#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/network/graph.h"

namespace mpigauge {

// How far the hosts of a network are from each other.
class Topology {
 public:
  virtual ~Topology() = default;

  virtual int hosts() const = 0;

  // Links on a shortest path between two hosts; 0 from a host to itself. Constant time.
  virtual int Hops(int from, int to) const = 0;

  // The largest that Hops() returns.
  virtual int Diameter() const = 0;

  // Node by node: for large networks this takes the memory that Hops() does without.
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
