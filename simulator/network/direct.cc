// Networks given by their incidence lists.
#include <algorithm>

#include "harness/base/error.h"
#include "simulator/network/topology.h"

namespace mpigauge {
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
