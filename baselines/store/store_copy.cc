// The part of the store that moves: from a file to a server, from one server to another. The medians of runs stay: they
// name series by ids, which are others there, and are derived anew.
#include <limits>

#include "baselines/store/store.h"
#include "harness/base/error.h"

namespace mpigauge {

// A version of a baseline as it is stored, removed ones too.
struct Store::BaselineVersion {
  Baseline baseline;
  SqlValue removed_at;

  bool operator==(const BaselineVersion& other) const {
    return baseline.created_at == other.baseline.created_at && baseline.run_ids == other.baseline.run_ids;
  }
};

std::vector<Store::BaselineVersion> Store::BaselineVersions() {
  std::vector<BaselineVersion> versions;
  database_->Query("SELECT name, version, created_at, note, removed_at, keep FROM baselines ORDER BY name, version", {},
                   [&](const SqlRow& row) {
                     const int version = static_cast<int>(row.Integer(1));
                     versions.push_back({{row.Text(0), version, row.Text(2), row.Text(3), {}, row.Integer(5)},
                                         row.IsNull(4) ? SqlValue(nullptr) : SqlValue(row.Text(4))});
                   });
  for (BaselineVersion& one : versions) {
    database_->Query("SELECT run_id FROM baseline_runs WHERE name = $1 AND version = $2 ORDER BY run_id",
                     {one.baseline.name, std::int64_t{one.baseline.version}},
                     [&](const SqlRow& row) { one.baseline.run_ids.push_back(row.Text(0)); });
  }
  return versions;
}

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

void Store::AddBaselineVersion(const BaselineVersion& version) {
  const Baseline& baseline = version.baseline;
  const std::int64_t number = baseline.version;
  database_->InTransaction([&] {
    database_->Execute(
        "INSERT INTO baselines(name, version, created_at, note, removed_at, keep) VALUES($1, $2, $3, $4, $5, $6) "
        "ON CONFLICT(name, version) DO UPDATE SET removed_at = excluded.removed_at",
        {baseline.name, number, baseline.created_at, baseline.note, version.removed_at, baseline.keep});
    for (const std::string& run_id : baseline.run_ids) {
      database_->Execute("INSERT INTO baseline_runs(name, version, run_id) VALUES($1, $2, $3) ON CONFLICT DO NOTHING",
                         {baseline.name, number, run_id});
    }
  });
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
    target.AddBaselineVersion(one);
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
