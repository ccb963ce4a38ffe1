// Networks of hosts at switches.
#include <algorithm>

#include "base/error.h"
#include "simulator/network/topology.h"

namespace mpigauge {
namespace {

using Lists = std::vector<std::vector<int>>;

void Join(Lists& lists, int one, int other) {
  lists[static_cast<std::size_t>(one)].push_back(other);
  lists[static_cast<std::size_t>(other)].push_back(one);
}

class FatTreeTopology : public Topology {
 public:
  explicit FatTreeTopology(int ports) : half_(ports / 2) {
    if (ports < 2 || ports % 2 != 0 || ports > 256) {
      throw UsageError("the switches of a fat tree have an even number of ports from 2 to 256, not {}", ports);
    }
  }
  int hosts() const override { return pods() * half_ * half_; }
  int Hops(int from, int to) const override {
    if (from == to) return 0;
    if (from / half_ == to / half_) return 2;
    return from / (half_ * half_) == to / (half_ * half_) ? 4 : 6;
  }
  int Diameter() const override { return 6; }
  Graph ToGraph() const override {
    // Numbers: hosts, edge switches, aggregation switches (half_ of each per pod), core switches.
    const int switches = pods() * half_;
    const int edges = hosts();
    const int aggregations = edges + switches;
    const int cores = aggregations + switches;
    Lists lists(static_cast<std::size_t>(cores + half_ * half_));
    for (int host = 0; host < hosts(); ++host) Join(lists, host, edges + host / half_);
    for (int one = 0; one < switches; ++one) {
      for (int other = 0; other < half_; ++other) {
        Join(lists, edges + one, aggregations + one / half_ * half_ + other);
        Join(lists, aggregations + one, cores + one % half_ * half_ + other);
      }
    }
    return {hosts(), lists};
  }

 private:
  int pods() const { return 2 * half_; }
  int half_;  // of the ports of a switch: hosts per edge switch, and edge switches per pod
};

class DragonflyTopology : public Topology {
 public:
  DragonflyTopology(int groups, int routers, int hosts_per_router)
      : groups_(groups), routers_(routers), hosts_(hosts_per_router) {
    if (groups < 1 || routers < 1 || hosts_per_router < 1) {
      throw UsageError("a dragonfly needs at least one group, router and host");
    }
    links_ = (groups - 1 + routers - 1) / routers;
  }
  int hosts() const override { return groups_ * routers_ * hosts_; }
  int Hops(int from, int to) const override {
    if (from == to) return 0;
    return 2 + RouterHops(from / hosts_, to / hosts_);
  }
  int Diameter() const override {
    int largest = hosts_ > 1 ? 2 : 0;
    for (int router = 1; router < groups_ * routers_; ++router) {
      for (int other = 0; other < router; ++other) largest = std::max(largest, 2 + RouterHops(router, other));
    }
    return largest;
  }
  Graph ToGraph() const override {
    Lists lists(static_cast<std::size_t>(hosts() + groups_ * routers_));
    for (int host = 0; host < hosts(); ++host) Join(lists, host, hosts() + host / hosts_);
    for (int group = 0; group < groups_; ++group) {
      for (int one = 0; one < routers_; ++one) {
        for (int other = 0; other < one; ++other) {
          Join(lists, hosts() + group * routers_ + one, hosts() + group * routers_ + other);
        }
      }
      for (int other = 0; other < group; ++other) {
        Join(lists, hosts() + Gateway(group, other), hosts() + Gateway(other, group));
      }
    }
    return {hosts(), lists};
  }

 private:
  // The router of the first group that has the link to the second one.
  int Gateway(int group, int other) const { return group * routers_ + (other < group ? other : other - 1) / links_; }

  int RouterHops(int from, int to) const {
    const int group = from / routers_;
    const int other = to / routers_;
    if (group == other) return from == to ? 0 : 1;
    const int direct = 1 + (Gateway(group, other) != from) + (Gateway(other, group) != to);
    return direct == 3 && HasDetour(from, to) ? 2 : direct;
  }

  // Whether two links between groups, by way of a third group, lead from one router to the other.
  bool HasDetour(int from, int to) const {
    const int group = from / routers_;
    const int other = to / routers_;
    for (int link = 0; link < links_; ++link) {
      const int index = from % routers_ * links_ + link;
      if (index >= groups_ - 1) break;
      const int third = index < group ? index : index + 1;
      if (third == other) continue;
      if (Gateway(third, group) == Gateway(third, other) && Gateway(other, third) == to) return true;
    }
    return false;
  }

  int groups_;
  int routers_;
  int hosts_;      // per router
  int links_ = 0;  // to other groups, per router
};

}  // namespace

std::unique_ptr<Topology> FatTree(int ports) { return std::make_unique<FatTreeTopology>(ports); }
std::unique_ptr<Topology> Dragonfly(int groups, int routers, int hosts_per_router) {
  return std::make_unique<DragonflyTopology>(groups, routers, hosts_per_router);
}

}  // namespace mpigauge
