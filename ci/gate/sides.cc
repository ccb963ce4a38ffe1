#include "ci/gate/sides.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <unordered_map>

#include "base/error.h"
#include "baselines/compare/comparability.h"
#include "baselines/named/named.h"
#include "baselines/named/stored_side.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

// Only the beginning of a run's id: with a folder of that name, either may be meant.
void RequireNoBeginning(const std::vector<Run>& runs, const std::string& reference) {
  for (const Run& run : runs) {
    if (!run.run_id.starts_with(reference)) continue;
    throw UsageError(
        "'{0}' is the beginning of run {1}, and a file or folder is called so, too; write ./{0} for that, or more of "
        "the run's id",
        reference, run.run_id);
  }
}

}  // namespace

bool MeansFiles(Store& store, const std::string& reference) {
  if (MeansNewest(reference) || !std::filesystem::exists(reference)) return false;
  if (store.baselines().Find(reference) || store.runs().Tags().contains(reference)) return false;
  const std::vector<Run> runs = store.runs().All();
  if (std::any_of(runs.begin(), runs.end(), [&](const Run& run) { return run.run_id == reference; })) return false;
  RequireNoBeginning(runs, reference);
  return true;
}

Side SideFromFiles(const std::string& path, Unfinished unfinished) {
  Side side{path, {}};
  if (!std::filesystem::is_directory(path)) {
    side.launches.push_back(ReadLaunchRecord(path));
    SeparateLost(side);
    RequireLaunches(side, unfinished);
    return side;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  if (files.empty()) throw UsageError("{}: holds no launch records (*.json)", path);
  std::sort(files.begin(), files.end());
  for (const auto& file : files) side.launches.push_back(ReadLaunchRecord(file));
  SeparateLost(side);
  RequireLaunches(side, unfinished);
  return side;
}

Side FindSide(Store& store, const std::string& reference, LaunchDetail detail, Unfinished unfinished) {
  if (auto side = BaselineSide(store, reference, detail)) return *std::move(side);
  if (MeansFiles(store, reference)) return SideFromFiles(reference, unfinished);
  const std::vector<Run> runs = store.runs().All();
  const auto is_meant = [&](const Run& run) { return run.run_id.starts_with(reference); };
  if (!reference.starts_with("latest") && !store.runs().Tags().contains(reference) &&
      std::none_of(runs.begin(), runs.end(), is_meant)) {
    throw UsageError("{}: no baseline, run or file '{}'; {}; `mpigauge runs` lists the runs", store.name(), reference,
                     BaselinesText(store));
  }
  return RunSide(store, reference, detail, unfinished);
}

Side ComparablePart(const Side& baseline, const Side& candidate, const std::set<std::string>& allowed_fields) {
  auto own = LaunchesOfEnvironment(baseline.launches, candidate.launches, allowed_fields);
  Side part{baseline.label, own ? *std::move(own) : baseline.launches};
  std::unordered_map<std::string_view, const SeriesRecord*> wanted;
  for (const LaunchRecord& launch : candidate.launches) {
    for (const SeriesRecord& series : launch.series) wanted.emplace(series.name, &series);
  }
  for (LaunchRecord& launch : part.launches) {
    std::erase_if(launch.series, [&](const SeriesRecord& series) {
      const auto found = wanted.find(series.name);
      return found == wanted.end() || found->second->case_version != series.case_version ||
             found->second->method != series.method;
    });
  }
  return part;
}

std::size_t CountLost(const Side& side) {
  return static_cast<std::size_t>(std::count_if(side.lost.begin(), side.lost.end(), IsLost));
}

bool BeganToMeasure(const Side& side) {
  const auto began = [](const LaunchRecord& launch) { return IsLost(launch) && !launch.environment.key.empty(); };
  return !side.launches.empty() || std::any_of(side.lost.begin(), side.lost.end(), began);
}

Losses LossesOf(Store& store, const std::vector<std::string>& run_ids, const std::string& who) {
  Side all{"", {}};
  for (const std::string& run_id : run_ids) {
    auto launches = store.runs().Launches(run_id, LaunchDetail::kHeads);
    all.launches.insert(all.launches.end(), std::make_move_iterator(launches.begin()),
                        std::make_move_iterator(launches.end()));
  }
  return LossesOf(all, who);
}

}  // namespace mpigauge
