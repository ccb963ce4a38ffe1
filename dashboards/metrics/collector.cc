#include "dashboards/metrics/collector.h"

#include <chrono>
#include <thread>
#include <utility>

#include "base/error.h"
#include "dashboards/metrics/parts.h"

namespace mpigauge {
namespace {

std::vector<prometheus::MetricFamily> MetricsOf(Store& store, const std::vector<Change>& changes) {
  Families families;
  families.Add("mpigauge_up", {}, 1);
  const std::vector<Run> runs = store.runs().All();
  families.Add("mpigauge_store_runs", {}, static_cast<double>(runs.size()));
  if (!runs.empty()) AddRun(store, runs[0], families);
  AddBaselines(store, families);
  AddNewestGates(store, runs, families);
  AddNewestCalibration(store, families);
  AddChanges(changes, families);
  return families.Take();
}

std::vector<prometheus::MetricFamily> StoreUnreadable() {
  Families families;
  families.Add("mpigauge_up", {}, 0);
  return families.Take();
}

// How long a scrape waits for changes: enough for a small store, and little of the time that Prometheus gives it.
constexpr std::chrono::seconds kPatience(2);

std::vector<Change> ChangesOf(const std::string& store_name) {
  try {
    Store store = Store::Open(store_name, Store::Access::kRead);
    return NewestChanges(store);
  } catch (const Error&) {
    return {};  // the scrape says that the store cannot be read
  }
}

// A text that differs between one history and the next: a run is added at a time, and is as it was once it is complete.
std::string Identity(const std::vector<Run>& runs) {
  if (runs.empty()) return "";
  return std::to_string(runs.size()) + " " + runs[0].run_id + " " + RunStatusName(runs[0].status);
}

}  // namespace

std::vector<prometheus::MetricFamily> CollectMetrics(Store& store) { return MetricsOf(store, NewestChanges(store)); }

MetricCollector::MetricCollector(std::string store_name, ConstantLabels labels)
    : store_name_(std::move(store_name)), labels_(std::move(labels)) {}

void MetricCollector::LookForChanges(const std::vector<Run>& runs) {
  if (!coming_.valid() && Identity(runs) != looked_at_) {
    looked_at_ = Identity(runs);
    std::packaged_task<std::vector<Change>()> task([name = store_name_] { return ChangesOf(name); });
    coming_ = task.get_future();
    std::thread(std::move(task)).detach();  // a server that is told to end does not wait for it
  }
  if (coming_.valid() && coming_.wait_for(kPatience) == std::future_status::ready) changes_ = coming_.get();
}

std::vector<prometheus::MetricFamily> MetricCollector::Collect() {
  const std::lock_guard lock(mutex_);
  std::vector<prometheus::MetricFamily> all;
  try {
    Store store = Store::Open(store_name_, Store::Access::kRead);
    LookForChanges(store.runs().All());
    all = MetricsOf(store, changes_);
  } catch (const Error&) {
    all = StoreUnreadable();
  }
  AddConstantLabels(labels_, all);
  return all;
}

}  // namespace mpigauge
