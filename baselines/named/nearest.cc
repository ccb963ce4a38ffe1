#include "baselines/named/nearest.h"

#include <utility>

#include "baselines/compare/comparability.h"

namespace mpigauge {

std::optional<Nearest> FindNearest(Store& store, const EnvironmentKey& key, const std::string& except_run_id) {
  std::map<std::string, std::string> baseline_of;  // by run
  for (const Baseline& baseline : store.Baselines()) {
    for (const std::string& run_id : baseline.run_ids) baseline_of.emplace(run_id, baseline.name);
  }
  std::optional<Nearest> nearest;
  const auto rank = [](const Nearest& one) { return std::pair(one.differences.size(), one.is_baseline ? 0 : 1); };
  for (const Run& run : store.Runs()) {  // newest first
    const auto environment = store.RunEnvironment(run.run_id);
    if (!environment || run.run_id == except_run_id) continue;
    const auto named = baseline_of.find(run.run_id);
    auto differences = FieldDifferences(environment->key, key);
    const bool is_baseline = differences.empty() && named != baseline_of.end();
    Nearest one{is_baseline ? named->second : run.run_id, is_baseline, run.library, std::move(differences)};
    if (!nearest || rank(one) < rank(*nearest)) nearest = std::move(one);
  }
  return nearest;
}

}  // namespace mpigauge
