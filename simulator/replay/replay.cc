#include "simulator/replay/replay.h"

#include <algorithm>

#include "harness/base/error.h"
#include "simulator/replay/order_free.h"
#include "simulator/replay/time_ordered.h"

namespace mpigauge {
namespace {

template <int K>
std::vector<ReplayResult> ReplayLanes(const Program& program, const Topology& topology,
                                      std::span<const Scenario> scenarios, const ReplayOptions& options) {
  return OrderFreeEngine<K>(program, topology, scenarios, options).Run();
}

// At most eight scenarios, in as few lanes as hold them.
std::vector<ReplayResult> ReplayAtOnce(const Program& program, const Topology& topology,
                                       std::span<const Scenario> scenarios, const ReplayOptions& options) {
  if (scenarios.size() == 1) return ReplayLanes<1>(program, topology, scenarios, options);
  if (scenarios.size() == 2) return ReplayLanes<2>(program, topology, scenarios, options);
  if (scenarios.size() <= 4) return ReplayLanes<4>(program, topology, scenarios, options);
  return ReplayLanes<8>(program, topology, scenarios, options);
}

void RequireHosts(const Program& program, const Topology& topology) {
  if (program.ranks() <= topology.hosts()) return;
  throw UsageError("the program has {} ranks, but the network {} hosts", program.ranks(), topology.hosts());
}

}  // namespace

double ReplayResult::Utilization(int rank) const {
  return parallel_seconds == 0 ? 1 : compute_seconds[static_cast<std::size_t>(rank)] / parallel_seconds;
}

std::vector<ReplayResult> ReplayOrderFree(const Program& program, const Topology& topology,
                                          std::span<const Scenario> scenarios, const ReplayOptions& options) {
  RequireHosts(program, topology);
  if (options.busy_links || options.busy_receivers) {
    throw UsageError("what is busy when depends on the order of arrivals: replay it in the order of time");
  }
  std::vector<ReplayResult> results;
  for (std::size_t first = 0; first < scenarios.size(); first += 8) {
    const auto part = scenarios.subspan(first, std::min<std::size_t>(8, scenarios.size() - first));
    for (auto& result : ReplayAtOnce(program, topology, part, options)) results.push_back(std::move(result));
  }
  return results;
}

ReplayResult ReplayInTime(const Program& program, const Topology& topology, const Scenario& scenario,
                          const ReplayOptions& options, ReplayObserver* observer) {
  RequireHosts(program, topology);
  return TimeOrderedEngine(program, topology, scenario, options, observer).Run();
}

}  // namespace mpigauge
