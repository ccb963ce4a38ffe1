#include "ci/impact/find_impact.h"

#include "baselines/verdict/series_verdict.h"
#include "ci/gate/sides.h"
#include "dashboards/data/timeline.h"
#include "harness/base/error.h"
#include "simulator/impact/replay_both.h"

namespace mpigauge {

namespace {

// Of the worst application.
Json TimelineOf(const std::vector<Application>& applications, const ImpactSection& section, const LibraryCosts& before,
                const LibraryCosts& after) {
  for (const Application& application : applications) {
    if (application.name != section.applications.front().application) continue;
    const auto both = ReplayBoth(application.ForImpact(), before, after);
    if (!both) return nullptr;
    return TimelineJson(application.name, both->baseline, both->candidate ? &*both->candidate : nullptr);
  }
  return nullptr;
}

}  // namespace

ImpactAnswer FindImpact(const std::vector<Application>& applications, const Side& baseline, const Side& candidate,
                        const ImpactSettings& settings) {
  const Side comparable = ComparablePart(baseline, candidate, {});
  const MeasuredCosts before = CostsOf(comparable.launches, "baseline " + baseline.label, settings.costs);
  CostOptions others = settings.costs;
  ++others.seed;  // launch i of one run has nothing to do with launch i of the other
  const MeasuredCosts after = CostsOf(candidate.launches, "candidate " + candidate.label, others);
  std::vector<ApplicationImpact> impacts;
  for (const Application& application : applications) {
    impacts.push_back(ImpactOf(application.ForImpact(), before, after, settings.impact));
  }
  ImpactAnswer answer{ImpactSectionOf(std::move(impacts), settings.fail_impact), nullptr};
  answer.timeline = TimelineOf(applications, answer.section, before.costs, after.costs);
  return answer;
}

std::vector<Sensitivity> FindSensitivity(const std::vector<Application>& applications, const Side& side,
                                         const CostOptions& options) {
  const MeasuredCosts costs = CostsOf(side.launches, side.label, options);
  std::vector<Sensitivity> all;
  for (const Application& application : applications) {
    for (Sensitivity& one : SensitivityOf(application.ForImpact(), costs)) all.push_back(std::move(one));
  }
  return all;
}

void AddImpact(const std::vector<Application>& applications, Store& store, const std::string& baseline,
               const ImpactSettings& settings, GateAnswer& answer) {
  if (applications.empty()) return;
  Comparison& comparison = answer.comparison;
  try {
    constexpr auto kDetail = Store::Detail::kObservations;
    // Where a stored baseline was settled, those fresh launches have the open series alone.
    const bool side_by_side = answer.settled_run_id.empty() && !answer.baseline_run_id.empty();
    const Side before = FindSide(store, side_by_side ? answer.baseline_run_id : baseline, kDetail);
    const Side after = FindSide(store, answer.candidate_run_id, kDetail);
    ImpactAnswer impact = FindImpact(applications, before, after, settings);
    comparison.timeline = std::move(impact.timeline);
    TakeImpact(std::move(impact.section), comparison);
  } catch (const Error& error) {
    DoubtImpact(error.what(), settings.fail_impact.has_value(), comparison);
  }
}

}  // namespace mpigauge
