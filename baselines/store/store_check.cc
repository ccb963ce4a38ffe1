// Finds what of a store is damaged.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "baselines/store/baseline_table.h"
#include "baselines/store/columns.h"
#include "baselines/store/gate_row.h"
#include "baselines/store/known_series.h"
#include "baselines/store/result_table.h"
#include "baselines/store/run_archive.h"
#include "baselines/store/run_row.h"
#include "baselines/store/store_upkeep.h"
#include "baselines/store/stored_history.h"

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

// Each row for itself, so that one that is damaged does not hide the next.
template <typename Row, typename Read>
void TryEach(Database& database, std::string_view rest, std::vector<std::string>& damages, Read read) {
  Try(damages, [&] {
    database.Query(fmt::format("SELECT {} {}", ColumnNames<Row>(), rest), {},
                   [&](const SqlRow& answer) { Try(damages, [&] { read(FromRow<Row>(answer)); }); });
  });
}

}  // namespace

StoreUpkeep::Checked StoreUpkeep::Check() {
  Checked checked;
  std::vector<std::string>& damages = checked.damages;
  Try(damages, [&] { damages = database_.Damages(); });
  Try(damages, [&] { series_.Learn(); });
  std::vector<std::string> run_ids;
  Try(damages, [&] {
    database_.Query("SELECT run_id FROM runs ORDER BY run_id", {},
                    [&](const SqlRow& row) { run_ids.push_back(row.Text(0)); });
  });
  Try(damages, [&] { runs_.All(); });
  Try(damages, [&] { runs_.Tags(); });
  ResultTable results(database_, series_);
  for (const std::string& run_id : run_ids) {
    ++checked.runs;
    Try(damages, [&] {
      for (const LaunchRecord& launch : runs_.Launches(run_id, LaunchDetail::kHeads)) {
        ++checked.launches;
        Try(damages, [&] { checked.results += results.Of(launch.launch_id, LaunchDetail::kObservations).size(); });
      }
    });
    Try(damages, [&] { history_.Medians(run_id); });
  }
  CheckWhatLooksBack(damages);
  return checked;
}

void StoreUpkeep::CheckWhatLooksBack(std::vector<std::string>& damages) {
  const std::string& store = database_.name();
  const BaselineTable baselines(database_);
  std::vector<BaselineVersion> versions;
  TryEach<BaselineRow>(database_, BaselineTable::kFrom, damages,
                       [&](const BaselineRow& row) { versions.push_back(baselines.HeadOf(row)); });
  for (BaselineVersion& one : versions) Try(damages, [&] { baselines.FillRuns(one); });
  TryEach<GateRow>(database_, "FROM gates", damages, [&](const GateRow& row) { ToGate(row, store); });
  TryEach<CalibrationRow>(database_, "FROM calibrations ORDER BY made_at DESC, calibration_id", damages,
                          [&](const CalibrationRow& row) { ToCalibration(row, store); });
  TryEach<NetworkModelRow>(database_, "FROM network_models", damages,
                           [&](const NetworkModelRow& row) { ToNetworkModel(row, store); });
}

}  // namespace mpigauge
