#include "ci/gate/sides.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <unordered_map>

#include "baselines/compare/comparability.h"
#include "harness/base/error.h"
#include "harness/record/record_json.h"

namespace mpigauge {
namespace {

void KeepComplete(Side& side) {
  const std::size_t all = side.launches.size();
  std::erase_if(side.launches, [](const LaunchRecord& launch) { return launch.status != "complete"; });
  if (side.launches.empty()) throw UsageError("{}: has no complete launch (of {})", side.label, all);
}

}  // namespace

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
  Side side{reference, {}};
  if (const auto baseline = store.FindBaseline(reference)) {
    for (const std::string& run_id : baseline->run_ids) {
      auto launches = store.Launches(run_id, detail);
      side.launches.insert(side.launches.end(), launches.begin(), launches.end());
    }
    KeepComplete(side);
    return side;
  }
  if (std::filesystem::exists(reference)) return SideFromFiles(reference);
  const Run run = store.FindRun(reference);
  side.label = fmt::format("{} ({})", run.library, run.run_id.substr(0, 8));
  side.launches = store.Launches(run.run_id, detail);
  KeepComplete(side);
  return side;
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

}  // namespace mpigauge
