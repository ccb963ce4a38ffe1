#include "dashboards/metrics/collect.h"

#include "dashboards/metrics/parts.h"
#include "harness/base/error.h"

namespace mpigauge {

std::vector<prometheus::MetricFamily> CollectMetrics(Store& store) {
  Families families;
  families.Add("mpigauge_up", {}, 1);
  const std::vector<Run> runs = store.Runs();
  families.Add("mpigauge_store_runs", {}, static_cast<double>(runs.size()));
  if (!runs.empty()) AddRun(store, runs[0], families);
  AddBaselines(store, families);
  AddNewestGates(store, runs, families);
  AddNewestCalibration(store, families);
  AddChanges(NewestChanges(store), families);
  return families.Take();
}

std::vector<prometheus::MetricFamily> CollectMetricsFrom(const std::string& store_name, const ConstantLabels& labels) {
  std::vector<prometheus::MetricFamily> all;
  try {
    Store store = Store::Open(store_name, Store::Access::kRead);
    all = CollectMetrics(store);
  } catch (const Error&) {
    Families families;
    families.Add("mpigauge_up", {}, 0);
    all = families.Take();
  }
  AddConstantLabels(labels, all);
  return all;
}

}  // namespace mpigauge
