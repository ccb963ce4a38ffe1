#include "baselines/named/stored_side.h"

#include <fmt/format.h>

#include <iterator>

#include "harness/base/error.h"

namespace mpigauge {

void KeepComplete(Side& side) {
  const std::size_t all = side.launches.size();
  std::erase_if(side.launches, [](const LaunchRecord& launch) { return launch.status != LaunchStatus::kComplete; });
  if (side.launches.empty()) throw UsageError("{}: has no complete launch (of {})", side.label, all);
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
  KeepComplete(side);
  return side;
}

Side RunSide(Store& store, const std::string& reference, Store::Detail detail) {
  const Run run = store.FindRun(reference);
  Side side{fmt::format("{} ({})", run.library, run.run_id.substr(0, 8)), store.Launches(run.run_id, detail)};
  KeepComplete(side);
  return side;
}

}  // namespace mpigauge
