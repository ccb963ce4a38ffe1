// Moves what a store has: from a file to a server, from one server to another.
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/error.h"
#include "baselines/store/baseline_table.h"
#include "baselines/store/store.h"

namespace mpigauge {

void StoreUpkeep::CheckAgreesWith(Store& target) {
  std::map<std::pair<std::string, int>, BaselineVersion> there;
  for (const BaselineVersion& one : BaselineTable(target.upkeep().database_).Versions()) {
    there[{one.baseline.name, one.baseline.version}] = one;
  }
  for (const BaselineVersion& one : BaselineTable(database_).Versions()) {
    const auto found = there.find({one.baseline.name, one.baseline.version});
    if (found == there.end() || found->second == one) continue;
    throw UsageError("baseline '{}' version {} differs in {} and {}; nothing was copied; copy into an empty store",
                     one.baseline.name, one.baseline.version, database_.name(), target.name());
  }
  const auto tags = target.runs().Tags();
  for (const auto& [tag, run_id] : runs_.Tags()) {
    const auto found = tags.find(tag);
    if (found == tags.end() || found->second == run_id) continue;
    throw UsageError("the tag '{}' names other runs in {} and {}; nothing was copied; `mpigauge store tag --remove {}`",
                     tag, database_.name(), target.name(), tag);
  }
}

StoreUpkeep::Copied StoreUpkeep::CopyTo(Store& target) {
  CheckAgreesWith(target);
  Copied copied;
  RunArchive& runs = target.runs();
  for (const Run& run : runs_.All()) {
    runs.Add(run);
    runs.SetStatus(run.run_id, run.status);
    ++copied.runs;
    for (const LaunchRecord& launch : runs_.Launches(run.run_id, LaunchDetail::kObservations)) {
      ++(runs.AddLaunch(launch) ? copied.launches : copied.launches_there);
    }
    const std::optional<Json> model = runs_.NetworkModelOf(run.run_id);
    if (model && !runs.NetworkModelOf(run.run_id)) {
      runs.SetNetworkModel(run.run_id, *model);
      ++copied.network_models;
    }
    target.history().KeepMedians(run.run_id);
  }
  for (const auto& [tag, run_id] : runs_.Tags()) runs.SetTag(tag, run_id);
  Database& database = target.upkeep().database_;
  for (const BaselineVersion& one : BaselineTable(database_).Versions()) {
    database.InTransaction([&] { BaselineTable(database).Add(one); });
    ++copied.baselines;
  }
  for (const GateResult& gate : gates_.Newest(std::numeric_limits<std::int64_t>::max())) {
    target.gates().Add(gate);
    ++copied.gates;
  }
  for (const Calibration& one : gates_.Calibrations(std::numeric_limits<std::int64_t>::max())) {
    target.gates().AddCalibration(one);
    ++copied.calibrations;
  }
  return copied;
}

}  // namespace mpigauge
