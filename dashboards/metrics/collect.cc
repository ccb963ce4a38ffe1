#include "dashboards/metrics/collect.h"

#include "dashboards/metrics/parts.h"

namespace mpigauge {

std::vector<prometheus::MetricFamily> CollectMetrics(Store& store, const std::vector<Change>& changes) {
  Families families;
  families.Add("mpigauge_up", {}, 1);
  const std::vector<Run> runs = store.Runs();
  families.Add("mpigauge_store_runs", {}, static_cast<double>(runs.size()));
  if (!runs.empty()) AddRun(store, runs[0], families);
  AddBaselines(store, families);
  AddNewestGates(store, runs, families);
  AddNewestCalibration(store, families);
  AddChanges(changes, families);
  return families.Take();
}

std::vector<prometheus::MetricFamily> CollectMetrics(Store& store) {
  return CollectMetrics(store, NewestChanges(store));
}

std::vector<prometheus::MetricFamily> StoreUnreadable() {
  Families families;
  families.Add("mpigauge_up", {}, 0);
  return families.Take();
}

}  // namespace mpigauge
