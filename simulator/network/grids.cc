// Networks without switches: grids, and networks that are given by their incidence lists.

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>

#include "base/error.h"
#include "simulator/network/topology.h"

namespace mpigauge {
namespace {

class CompleteTopology : public Topology {
 public:
  CompleteTopology(int hosts, bool shared) : hosts_(hosts), shared_(shared) {
    if (hosts < 1) throw UsageError("a network needs a host");
  }
  int hosts() const override { return hosts_; }
  int Hops(int from, int to) const override { return from == to ? 0 : 1; }
  int Diameter() const override { return hosts_ == 1 ? 0 : 1; }
  Graph ToGraph() const override {
    std::vector<std::vector<int>> lists(static_cast<std::size_t>(hosts_));
    for (int from = 0; from < hosts_; ++from) {
      for (int to = 0; to < hosts_; ++to) {
        if (to != from) lists[static_cast<std::size_t>(from)].push_back(to);
      }
    }
    return {hosts_, lists, shared_};
  }

 private:
  int hosts_;
  bool shared_;
};

class GridTopology : public Topology {
 public:
  GridTopology(std::vector<int> sizes, bool wrapped) : sizes_(std::move(sizes)), wrapped_(wrapped) {
    if (sizes_.empty() || *std::min_element(sizes_.begin(), sizes_.end()) < 1) {
      throw UsageError("each dimension of a mesh or torus needs at least one host");
    }
    hosts_ = std::accumulate(sizes_.begin(), sizes_.end(), 1, std::multiplies<>());
  }
  int hosts() const override { return hosts_; }
  int Hops(int from, int to) const override {
    int hops = 0;
    for (auto size = sizes_.rbegin(); size != sizes_.rend(); ++size) {
      const int apart = std::abs(from % *size - to % *size);
      hops += wrapped_ ? std::min(apart, *size - apart) : apart;
      from /= *size;
      to /= *size;
    }
    return hops;
  }
  int Diameter() const override {
    return std::accumulate(sizes_.begin(), sizes_.end(), 0,
                           [&](int sum, int size) { return sum + (wrapped_ ? size / 2 : size - 1); });
  }
  Graph ToGraph() const override {
    std::vector<std::vector<int>> lists(static_cast<std::size_t>(hosts_));
    int stride = 1;
    for (auto size = sizes_.rbegin(); size != sizes_.rend(); ++size) {
      for (int host = 0; host < hosts_; ++host) AddNeighbours(host, stride, *size, lists);
      stride *= *size;
    }
    return {hosts_, lists};
  }

 private:
  void AddNeighbours(int host, int stride, int size, std::vector<std::vector<int>>& lists) const {
    const int at = host / stride % size;
    auto& list = lists[static_cast<std::size_t>(host)];
    const bool forward = at + 1 < size;
    const bool backward = at > 0;
    if (forward) list.push_back(host + stride);
    if (backward) list.push_back(host - stride);
    if (!wrapped_ || size < 3) return;  // with two hosts the ends are neighbours already
    if (!forward) list.push_back(host - at * stride);
    if (!backward) list.push_back(host + (size - 1) * stride);
  }

  std::vector<int> sizes_;
  bool wrapped_;
  int hosts_;
};

class HypercubeTopology : public Topology {
 public:
  explicit HypercubeTopology(int dimensions) : dimensions_(dimensions) {
    if (dimensions < 0 || dimensions > 30) throw UsageError("a hypercube has 0 to 30 dimensions, not {}", dimensions);
  }
  int hosts() const override { return 1 << dimensions_; }
  int Hops(int from, int to) const override { return std::popcount(static_cast<unsigned>(from ^ to)); }
  int Diameter() const override { return dimensions_; }
  Graph ToGraph() const override {
    std::vector<std::vector<int>> lists(static_cast<std::size_t>(hosts()));
    for (int host = 0; host < hosts(); ++host) {
      for (int bit = 0; bit < dimensions_; ++bit) lists[static_cast<std::size_t>(host)].push_back(host ^ (1 << bit));
    }
    return {hosts(), lists};
  }

 private:
  int dimensions_;
};

}  // namespace

std::unique_ptr<Topology> CompleteNetwork(int hosts) { return std::make_unique<CompleteTopology>(hosts, false); }
std::unique_ptr<Topology> Bus(int hosts) { return std::make_unique<CompleteTopology>(hosts, true); }
std::unique_ptr<Topology> Hypercube(int dimensions) { return std::make_unique<HypercubeTopology>(dimensions); }
std::unique_ptr<Topology> Grid(const std::vector<int>& dimensions, bool wrapped) {
  return std::make_unique<GridTopology>(dimensions, wrapped);
}

namespace {

class DirectTopology : public Topology {
 public:
  explicit DirectTopology(const std::vector<std::vector<int>>& incidence)
      : graph_(static_cast<int>(incidence.size()), incidence) {
    if (incidence.empty()) throw UsageError("a network needs a host");
    for (int to = 0; to < graph_.nodes(); ++to) {
      distances_.push_back(DistancesTo(graph_, to));
      for (int from = 0; from < graph_.nodes(); ++from) {
        const int hops = Hops(from, to);
        if (hops == kUnreachable) throw UsageError("the network has no path from node {} to node {}", from, to);
        diameter_ = std::max(diameter_, hops);
      }
    }
  }
  int hosts() const override { return graph_.hosts(); }
  int Hops(int from, int to) const override {
    return distances_[static_cast<std::size_t>(to)][static_cast<std::size_t>(from)];
  }
  int Diameter() const override { return diameter_; }
  Graph ToGraph() const override { return graph_; }

 private:
  Graph graph_;
  std::vector<std::vector<std::uint16_t>> distances_;  // [to][from]
  int diameter_ = 0;
};

}  // namespace

std::unique_ptr<Topology> DirectNetwork(const std::vector<std::vector<int>>& incidence) {
  return std::make_unique<DirectTopology>(incidence);
}

}  // namespace mpigauge
