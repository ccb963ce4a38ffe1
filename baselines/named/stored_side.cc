#include "baselines/named/stored_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "harness/base/error.h"

namespace mpigauge {

void SeparateLost(Side& side) {
  const auto complete = [](const LaunchRecord& launch) { return launch.status == LaunchStatus::kComplete; };
  const auto lost = std::stable_partition(side.launches.begin(), side.launches.end(), complete);
  side.lost.insert(side.lost.end(), std::make_move_iterator(lost), std::make_move_iterator(side.launches.end()));
  side.launches.erase(lost, side.launches.end());
}

void RequireComplete(const Side& side) {
  if (side.launches.empty()) throw UsageError("{}: has no complete launch (of {})", side.label, side.lost.size());
}

std::optional<Side> BaselineSide(Store& store, const std::string& name, Store::Detail detail) {
  const auto baseline = store.FindBaseline(name);
  if (!baseline) return std::nullopt;
  Side side{name, {}};
  for (const std::string& run_id : baseline->run_ids) {
    auto launches = store.Launches(run_id, detail);
    side.launches.insert(side.launches.end(), std::make_move_iterator(launches.begin()),
                         std::make_move_iterator(launches.end()));
  }
  SeparateLost(side);
  RequireComplete(side);
  return side;
}

Side WholeRunSide(Store& store, const std::string& reference, Store::Detail detail) {
  const Run run = store.FindRun(reference);
  Side side{fmt::format("{} ({})", run.library, run.run_id.substr(0, 8)), store.Launches(run.run_id, detail)};
  SeparateLost(side);
  return side;
}

Side RunSide(Store& store, const std::string& reference, Store::Detail detail) {
  Side side = WholeRunSide(store, reference, detail);
  RequireComplete(side);
  return side;
}

}  // namespace mpigauge
