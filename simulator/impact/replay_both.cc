#include "simulator/impact/replay_both.h"

#include <memory>

#include "harness/base/error.h"
#include "simulator/program/expanded_program.h"

namespace mpigauge {

std::optional<BothTimelines> ReplayBoth(const ImpactProgram& program, const LibraryCosts& baseline,
                                        const LibraryCosts& candidate, std::int64_t most_calls) {
  const Scenarios scenarios(program, {&baseline, &candidate});
  std::int64_t calls = 0;
  for (const SizeClass& one : scenarios.classes()) calls += one.calls;
  if (calls > most_calls) return std::nullopt;
  const ExpandedProgram expanded(*program.program, *program.communicators);
  const std::unique_ptr<Topology> complete = CompleteNetwork(scenarios.hosts());
  const Topology& topology = program.topology == nullptr ? *complete : *program.topology;
  const auto replay = [&](const LibraryCosts& costs) {
    Timeline timeline(expanded.ranks());
    ReplayInTime(expanded, topology, scenarios.Of(costs), scenarios.options(), &timeline);
    return timeline;
  };
  BothTimelines both{replay(baseline), std::nullopt};
  try {
    both.candidate = replay(candidate);
  } catch (const Error&) {
    both.candidate.reset();  // a deadlock, which the impact tells
  }
  return both;
}

}  // namespace mpigauge
