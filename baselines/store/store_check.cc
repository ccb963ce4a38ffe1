// The part of the store that reads everything, to find what is damaged.
#include <algorithm>

#include "baselines/store/baseline_version.h"
#include "baselines/store/gate_row.h"
#include "baselines/store/store.h"
#include "harness/base/error.h"

namespace mpigauge {
namespace {

template <typename Read>
void Try(std::vector<std::string>& damages, Read read) {
  try {
    read();
  } catch (const Error& error) {
    // A launch is read for itself and for the medians of its run.
    if (std::find(damages.begin(), damages.end(), error.what()) == damages.end()) damages.emplace_back(error.what());
  }
}

}  // namespace

Store::Checked Store::Check() {
  Checked checked;
  std::vector<std::string>& damages = checked.damages;
  Try(damages, [&] { damages = database_->Damages(); });
  Try(damages, [&] { LearnDescriptions(); });
  std::vector<std::string> run_ids;
  Try(damages, [&] {
    database_->Query("SELECT run_id FROM runs ORDER BY run_id", {},
                     [&](const SqlRow& row) { run_ids.push_back(row.Text(0)); });
  });
  Try(damages, [&] { Runs(); });
  Try(damages, [&] { Tags(); });
  for (const std::string& run_id : run_ids) {
    ++checked.runs;
    Try(damages, [&] {
      for (const LaunchRecord& launch : Heads(run_id, 0)) {
        ++checked.launches;
        Try(damages, [&] { checked.results += Results(launch.launch_id, Detail::kObservations, 0).size(); });
      }
    });
    Try(damages, [&] { Medians(run_id); });
  }
  CheckWhatLooksBack(damages);
  return checked;
}

// Each row for itself, so that one that is damaged does not hide the next.
void Store::CheckWhatLooksBack(std::vector<std::string>& damages) {
  const auto each = [&](const char* sql, const std::function<void(const SqlRow&)>& read) {
    Try(damages, [&] { database_->Query(sql, {}, [&](const SqlRow& row) { Try(damages, [&] { read(row); }); }); });
  };
  std::vector<BaselineVersion> versions;
  each(kSelectBaselines, [&](const SqlRow& row) { versions.push_back(BaselineFromRow(row)); });
  for (BaselineVersion& one : versions) Try(damages, [&] { FillRuns(one); });
  each(kSelectGates, [&](const SqlRow& row) { GateFromRow(row, name()); });
  each(kSelectCalibrations, [&](const SqlRow& row) { CalibrationFromRow(row, name()); });
  each(kSelectNetworkModels, [&](const SqlRow& row) { NetworkModelFromRow(row, name()); });
}

}  // namespace mpigauge
