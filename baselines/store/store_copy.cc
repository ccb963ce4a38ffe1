// The part of the store that moves: from a file to a server, from one server to another. The medians of runs stay: they
// name series by ids, which are others there, and are derived anew.
#include <limits>

#include "base/error.h"
#include "baselines/store/baseline_version.h"
#include "baselines/store/store.h"

namespace mpigauge {

void Store::CheckBaselinesAgree(Store& target) {
  std::map<std::pair<std::string, int>, BaselineVersion> there;
  for (const BaselineVersion& one : target.BaselineVersions()) there[{one.baseline.name, one.baseline.version}] = one;
  for (const BaselineVersion& one : BaselineVersions()) {
    const auto found = there.find({one.baseline.name, one.baseline.version});
    if (found == there.end() || found->second == one) continue;
    throw UsageError("baseline '{}' version {} differs in {} and {}; nothing was copied; copy into an empty store",
                     one.baseline.name, one.baseline.version, name(), target.name());
  }
  const auto tags = target.Tags();
  for (const auto& [tag, run_id] : Tags()) {
    const auto found = tags.find(tag);
    if (found == tags.end() || found->second == run_id) continue;
    throw UsageError("the tag '{}' names other runs in {} and {}; nothing was copied; `mpigauge store tag --remove {}`",
                     tag, name(), target.name(), tag);
  }
}

Store::Copied Store::CopyTo(Store& target) {
  CheckBaselinesAgree(target);
  Copied copied;
  for (const Run& run : Runs()) {
    target.AddRun(run);
    target.SetRunStatus(run.run_id, run.status);
    ++copied.runs;
    for (const LaunchRecord& launch : Launches(run.run_id, Detail::kObservations)) {
      ++(target.AddLaunch(launch) ? copied.launches : copied.launches_there);
    }
    const std::optional<Json> model = NetworkModel(run.run_id);
    if (model && !target.NetworkModel(run.run_id)) {
      target.SetNetworkModel(run.run_id, *model);
      ++copied.network_models;
    }
  }
  for (const auto& [tag, run_id] : Tags()) target.SetTag(tag, run_id);
  for (const BaselineVersion& one : BaselineVersions()) {
    target.database_->InTransaction([&] { target.AddBaselineVersion(one); });
    ++copied.baselines;
  }
  for (const GateResult& gate : Gates(std::numeric_limits<std::int64_t>::max())) {
    target.AddGate(gate);
    ++copied.gates;
  }
  for (const Calibration& one : Calibrations(std::numeric_limits<std::int64_t>::max())) {
    target.AddCalibration(one);
    ++copied.calibrations;
  }
  return copied;
}

}  // namespace mpigauge
