#include "baselines/named/stored_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.h"
#include "baselines/compare/comparability.h"

namespace mpigauge {
namespace {

// A node that does not work gives no times that anybody wants to see.
bool HasMeasured(const LaunchRecord& launch) {
  return launch.status != LaunchStatus::kBadNode &&
         std::any_of(launch.series.begin(), launch.series.end(),
                     [](const SeriesRecord& series) { return series.summary.count > 0; });
}

void TakeWhatIsLeft(Side& side) {
  const auto left = std::stable_partition(side.lost.begin(), side.lost.end(),
                                          [](const LaunchRecord& launch) { return !HasMeasured(launch); });
  side.launches.insert(side.launches.end(), std::make_move_iterator(left), std::make_move_iterator(side.lost.end()));
  side.lost.erase(left, side.lost.end());
  if (side.launches.empty()) return;
  side.unfinished = true;
  side.label += " (unfinished)";
}

}  // namespace

void SeparateLost(Side& side) {
  const auto complete = [](const LaunchRecord& launch) { return launch.status == LaunchStatus::kComplete; };
  const auto lost = std::stable_partition(side.launches.begin(), side.launches.end(), complete);
  side.lost.insert(side.lost.end(), std::make_move_iterator(lost), std::make_move_iterator(side.launches.end()));
  side.launches.erase(lost, side.launches.end());
}

void RequireLaunches(Side& side, Unfinished unfinished) {
  if (!side.launches.empty()) return;
  const std::size_t lost = side.lost.size();
  if (unfinished == Unfinished::kTake) TakeWhatIsLeft(side);
  if (!side.launches.empty()) return;
  throw UsageError("{}: has no complete launch (of {}){}", side.label, lost,
                   unfinished == Unfinished::kTake ? ", and nothing was measured in those that did not end" : "");
}

std::optional<Side> BaselineSide(Store& store, const std::string& name, LaunchDetail detail) {
  const auto baseline = store.baselines().Find(name);
  if (!baseline) return std::nullopt;
  Side side{name, {}};
  for (const std::string& run_id : baseline->run_ids) {
    auto launches = store.runs().Launches(run_id, detail);
    side.launches.insert(side.launches.end(), std::make_move_iterator(launches.begin()),
                         std::make_move_iterator(launches.end()));
  }
  SeparateLost(side);
  RequireLaunches(side, Unfinished::kRefuse);
  return side;
}

Side WholeRunSide(Store& store, const std::string& reference, LaunchDetail detail) {
  const Run run = store.runs().Find(reference);
  Side side{fmt::format("{} ({})", run.library, run.run_id.substr(0, 8)), store.runs().Launches(run.run_id, detail)};
  SeparateLost(side);
  return side;
}

Side RunSide(Store& store, const std::string& reference, LaunchDetail detail, Unfinished unfinished) {
  Side side = WholeRunSide(store, reference, detail);
  RequireLaunches(side, unfinished);
  return side;
}

std::optional<Nearest> FindNearest(Store& store, const EnvironmentKey& key, const std::string& except_run_id) {
  std::map<std::string, std::string> baseline_of;  // by run
  for (const Baseline& baseline : store.baselines().All()) {
    for (const std::string& run_id : baseline.run_ids) baseline_of.emplace(run_id, baseline.name);
  }
  std::optional<Nearest> nearest;
  const auto rank = [](const Nearest& one) { return std::pair(one.differences.size(), one.is_baseline ? 0 : 1); };
  const std::vector<Run> runs = store.runs().All();  // newest first
  const auto environments = store.runs().EnvironmentsOf(runs);
  for (const Run& run : runs) {
    const auto environment = environments.find(run.run_id);
    if (environment == environments.end() || run.run_id == except_run_id) continue;
    const auto named = baseline_of.find(run.run_id);
    auto differences = FieldDifferences(environment->second.key, key);
    const bool is_baseline = differences.empty() && named != baseline_of.end();
    Nearest one{is_baseline ? named->second : run.run_id, is_baseline, run.library, std::move(differences)};
    if (!nearest || rank(one) < rank(*nearest)) nearest = std::move(one);
  }
  return nearest;
}

}  // namespace mpigauge
