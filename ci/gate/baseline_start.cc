#include "ci/gate/baseline_start.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "base/trusted_path.h"
#include "baselines/named/stored_side.h"
#include "baselines/store/secrets.h"
#include "ci/gate/sides.h"
#include "ci/launch/trusted_plan.h"

namespace mpigauge {
namespace {

// A library that was measured with a variable is another one without it.
void RequireAllVariables(const Json& plan) {
  const std::vector<std::string> missing = NotStored(plan);
  if (missing.empty()) return;
  throw NotMeasured(
      "it was measured with {}, whose values are not stored, since they may be secrets; give both libraries with "
      "their variables",
      fmt::join(missing, ", "));
}

// Throws Error where the library is not what was measured, or cannot be started any more.
void RequireStillThere(const LaunchPlan& plan, const GateOptions& options) {
  FindMpi(plan.library.mpi);
  FindBench(plan.bench);
  if (options.libraries && !plan.library.identity.empty() &&
      options.libraries->IdentityOf(plan.library) != plan.library.identity) {
    throw NotMeasured("{} holds another library now",
                      plan.library.mpi.empty() ? "the machine's default place" : plan.library.mpi);
  }
}

// The library where it was measured; where that is gone, the copy that was kept of it.
BaselineStart FindLibrary(const LaunchPlan& plan, const LaunchPlan& candidate, const GateOptions& options) {
  RequirePlainVariables(plan.library.environment);
  LaunchPlan measured = candidate;  // the same work, by the other library
  try {
    RequireTrusted(plan);
    RequireStillThere(plan, options);
    measured.library = plan.library;
    measured.bench = plan.bench;
    return {measured, ""};
  } catch (const Error& gone) {
    if (!options.libraries) throw;
    try {
      LaunchPlan stored = plan;
      if (!plan.bench.empty() && !WhyUntrusted(plan.bench).empty()) stored.bench.clear();
      const KeptStart kept = options.libraries->TakeKept(stored, candidate.bench);
      measured.library = kept.library;
      measured.bench = kept.bench;
      return {measured, fmt::format("the baseline's library cannot be started where it was: {}; the copy that is kept "
                                    "of it took turns with the candidate: {}",
                                    gone.what(), kept.note)};
    } catch (const Error& error) {
      throw NotMeasured("{}; nor can a copy of it: {}", gone.what(), error.what());
    }
  }
}

}  // namespace

FoundStart FindBaselineStart(Store& store, const std::string& baseline, const LaunchPlan& candidate,
                             const GateOptions& options) {
  const auto found = store.baselines().Find(baseline);
  const Run run = MeansFiles(store, baseline) ? Run{} : store.runs().Find(found ? found->run_ids.back() : baseline);
  if (!HasPlan(run)) {
    return {std::nullopt,
            {"not settled side by side: the baseline's runs were imported, so it is not known how to start their "
             "library"}};
  }
  try {
    RequireAllVariables(run.plan);
    return {FindLibrary(PlanFromJson(run.plan, "run " + run.run_id), candidate, options)};
  } catch (const Error& error) {
    return {std::nullopt,
            {fmt::format("not settled side by side: the baseline's library cannot be started: {}", error.what())}};
  }
}

}  // namespace mpigauge
