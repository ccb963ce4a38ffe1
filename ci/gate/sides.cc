#include "ci/gate/sides.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <unordered_map>

#include "baselines/compare/comparability.h"
#include "baselines/named/stored_side.h"
#include "harness/base/error.h"
#include "harness/record/record_json.h"

namespace mpigauge {
Side SideFromFiles(const std::string& path) {
  Side side{path, {}};
  if (!std::filesystem::is_directory(path)) {
    side.launches.push_back(ReadLaunchRecord(path));
    KeepComplete(side);
    return side;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  if (files.empty()) throw UsageError("{}: holds no launch records (*.json)", path);
  std::sort(files.begin(), files.end());
  for (const auto& file : files) side.launches.push_back(ReadLaunchRecord(file));
  KeepComplete(side);
  return side;
}

Side FindSide(Store& store, const std::string& reference, Store::Detail detail) {
  if (auto side = BaselineSide(store, reference, detail)) return *std::move(side);
  return std::filesystem::exists(reference) ? SideFromFiles(reference) : RunSide(store, reference, detail);
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

Losses LossesOf(Store& store, const std::vector<std::string>& run_ids) {
  Losses losses;
  for (const std::string& run_id : run_ids) {
    for (const LaunchRecord& launch : store.Launches(run_id, Store::Detail::kHeads)) {
      if (launch.status == LaunchStatus::kInterrupted) continue;  // somebody stopped it
      ++losses.launches;
      if (launch.status == LaunchStatus::kCrashed || launch.status == LaunchStatus::kHung) ++losses.lost;
    }
  }
  return losses;
}

}  // namespace mpigauge
