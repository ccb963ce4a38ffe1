#include "ci/launch/keep_models.h"

#include <algorithm>

#include "base/error.h"
#include "simulator/fit/fit_network.h"
#include "simulator/fit/network_fit_json.h"
#include "simulator/fit/samples.h"

namespace mpigauge {
namespace {

std::vector<LaunchRecord> CompleteLaunches(Store& store, const std::string& run_id, LaunchDetail detail) {
  std::vector<LaunchRecord> launches = store.runs().Launches(run_id, detail);
  std::erase_if(launches, [](const LaunchRecord& launch) { return launch.status != LaunchStatus::kComplete; });
  return launches;
}

// How many launches the stored models were fitted to; 0: none are stored.
std::int64_t LaunchesOf(const std::optional<Json>& json) { return json ? json->value("launches", std::int64_t{0}) : 0; }

// Looking for names is quicker than reading launches.
bool MeasuresNetworks(Store& store) {
  const auto names = store.history().SeriesNames();
  return std::any_of(names.begin(), names.end(), [](const std::string& name) { return name.starts_with(kOneWayCase); });
}

std::int64_t CompleteOf(Store& store, const std::string& run_id) {
  const auto counts = store.runs().LaunchCounts();
  const auto found = counts.find(run_id);
  return found == counts.end() ? 0 : found->second.complete;
}

}  // namespace

std::vector<NetworkFit> FitNetworks(const std::vector<LaunchRecord>& launches) {
  std::vector<NetworkFit> fits;
  for (const NetworkSamples& samples : SamplesOf(launches)) {
    if (EnoughSizes(samples)) fits.push_back(FitNetwork(samples));
  }
  return fits;
}

std::optional<std::vector<NetworkFit>> KeptModels(Store& store, const std::string& run_id) {
  const auto json = store.runs().NetworkModelOf(run_id);
  if (!json || LaunchesOf(json) != CompleteOf(store, run_id)) return std::nullopt;
  return NetworkFitsFromJson(*json, store.name() + ": network models of run " + run_id);
}

void KeepNetworkModels(Store& store, const std::string& run_id, bool refit) {
  if (!MeasuresNetworks(store)) return;
  const std::int64_t complete = CompleteOf(store, run_id);
  if (complete == 0 || (!refit && LaunchesOf(store.runs().NetworkModelOf(run_id)) == complete)) return;
  // The passes are needed where there are no other launches.
  const auto launches =
      CompleteLaunches(store, run_id, complete == 1 ? LaunchDetail::kObservations : LaunchDetail::kSummaries);
  if (std::none_of(launches.begin(), launches.end(), HasNetworkSeries)) return;
  const std::vector<NetworkFit> fits = FitNetworks(launches);
  if (fits.empty()) return;
  Json json = NetworkFitsToJson(fits);
  json["launches"] = std::ssize(launches);
  store.runs().SetNetworkModel(run_id, json);
}

void KeepDerived(Store& store, const std::string& run_id) {
  try {
    store.history().KeepMedians(run_id);
  } catch (const Error&) {
    // A look back reads the launches then, and says what is wrong with them.
  }
  KeepNetworkModels(store, run_id);
}

}  // namespace mpigauge
