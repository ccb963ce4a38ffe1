#include "simulator/replay/replay.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "simulator/replay/order_free.h"
#include "simulator/replay/time_ordered.h"

namespace mpigauge {
namespace {

template <int K>
std::vector<ReplayResult> ReplayLanes(const Program& program, const Topology& topology,
                                      std::span<const Scenario> scenarios, const ReplayOptions& options) {
  return OrderFreeEngine<K>(program, topology, scenarios, options).Run();
}

// Replays at most eight scenarios, in as few lanes as hold them.
std::vector<ReplayResult> ReplayAtOnce(const Program& program, const Topology& topology,
                                       std::span<const Scenario> scenarios, const ReplayOptions& options) {
  if (scenarios.size() == 1) return ReplayLanes<1>(program, topology, scenarios, options);
  if (scenarios.size() == 2) return ReplayLanes<2>(program, topology, scenarios, options);
  if (scenarios.size() <= 4) return ReplayLanes<4>(program, topology, scenarios, options);
  return ReplayLanes<8>(program, topology, scenarios, options);
}

void RequireHosts(const Program& program, const Topology& topology, std::span<const Scenario> scenarios,
                  const ReplayOptions& options) {
  if (options.hosts.empty()) {
    if (program.ranks() <= topology.hosts()) return;
    throw UsageError("the program has {} ranks, but the network {} hosts", program.ranks(), topology.hosts());
  }
  if (options.hosts.size() != static_cast<std::size_t>(program.ranks())) {
    throw UsageError("the program has {} ranks, but hosts are given for {}", program.ranks(), options.hosts.size());
  }
  for (const int host : options.hosts) {
    if (host >= 0 && host < topology.hosts()) continue;
    throw UsageError("a rank is on host {}, but the network has {} hosts", host, topology.hosts());
  }
  const bool shared = std::set(options.hosts.begin(), options.hosts.end()).size() < options.hosts.size();
  for (const Scenario& scenario : scenarios) {
    if (!shared || scenario.same_host) continue;
    throw UsageError("several ranks are on one host, but there is no model of messages within a host");
  }
}

// Kinds of collectives with a measured time, as CollectiveHandling has them.
std::uint32_t MeasuredKinds(const Scenario& scenario) {
  std::uint32_t kinds = 0;
  for (int kind = 0; scenario.collectives != nullptr && kind < kCollectiveKinds; ++kind) {
    if (scenario.collectives->Has(static_cast<CollectiveKind>(kind))) kinds |= 1U << kind;
  }
  return kinds;
}

// The program as these scenarios, which have the same kinds measured, want it.
class Handled {
 public:
  Handled(const Program& program, std::span<const Scenario> scenarios) : program_(program) {
    CollectiveHandling handling{.kept = MeasuredKinds(scenarios[0])};
    for (const Scenario& scenario : scenarios) {
      handling.combine = handling.combine || scenario.model.combine_seconds_per_byte > 0;
    }
    if (handling.kept != 0 || handling.combine) other_ = program.With(handling);
  }
  const Program& program() const { return other_ == nullptr ? program_ : *other_; }

 private:
  const Program& program_;
  std::unique_ptr<Program> other_;
};

// How many of the first scenarios can be replayed at once.
std::size_t AtOnce(std::span<const Scenario> scenarios) {
  std::size_t count = 1;
  while (count < std::min<std::size_t>(8, scenarios.size()) &&
         MeasuredKinds(scenarios[count]) == MeasuredKinds(scenarios[0])) {
    ++count;
  }
  return count;
}

}  // namespace

double ReplayResult::Utilization(int rank) const {
  return parallel_seconds == 0 ? 1 : compute_seconds[static_cast<std::size_t>(rank)] / parallel_seconds;
}

std::vector<ReplayResult> ReplayOrderFree(const Program& program, const Topology& topology,
                                          std::span<const Scenario> scenarios, const ReplayOptions& options) {
  RequireHosts(program, topology, scenarios, options);
  if (options.busy_links || options.busy_receivers) {
    throw UsageError("the busy times of links depend on the order of arrivals: replay in the order of time");
  }
  std::vector<ReplayResult> results;
  for (auto rest = scenarios; !rest.empty();) {
    const auto part = rest.first(AtOnce(rest));
    rest = rest.subspan(part.size());
    const Handled handled(program, part);
    for (auto& result : ReplayAtOnce(handled.program(), topology, part, options)) results.push_back(std::move(result));
  }
  return results;
}

ReplayResult ReplayInTime(const Program& program, const Topology& topology, const Scenario& scenario,
                          const ReplayOptions& options, ReplayObserver* observer) {
  RequireHosts(program, topology, {&scenario, 1}, options);
  const Handled handled(program, {&scenario, 1});
  return TimeOrderedEngine(handled.program(), topology, scenario, options, observer).Run();
}

}  // namespace mpigauge
