// The part of the store that reads everything, to find what is damaged.
#include <algorithm>
#include <limits>

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
    Try(damages, [&] { NetworkModel(run_id); });
  }
  Try(damages, [&] { Baselines(); });
  Try(damages, [&] { Gates(std::numeric_limits<std::int64_t>::max()); });
  Try(damages, [&] { Calibrations(std::numeric_limits<std::int64_t>::max()); });
  return checked;
}

}  // namespace mpigauge
