#pragma once

#include <prometheus/metric_family.h>

#include <future>
#include <mutex>
#include <string>
#include <vector>

#include "baselines/store/store.h"
#include "dashboards/metrics/labels.h"
#include "dashboards/metrics/parts.h"

namespace mpigauge {

// Returns the metrics of the store: for each baseline name the newest gate, series by series, the newest run,
// baselines, the newest calibration and the changes of the history. Everything is a gauge in base units, each time
// series is there once, labels are bounded: docs/reference/metrics.md lists them and says how many there are at most.
std::vector<prometheus::MetricFamily> CollectMetrics(Store& store);

// For a server that is scraped again and again. Opens the store afresh each time; where that is not possible,
// mpigauge_up is 0 and that is all. The changes of the history, which may take minutes to find, are looked for once
// for each new run, beside the scrapes: until they are found the earlier ones are shown.
class MetricCollector {
 public:
  explicit MetricCollector(std::string store_name, ConstantLabels labels = {});

  // Never throws Error; may be called by several threads at once.
  std::vector<prometheus::MetricFamily> Collect();

 private:
  void LookForChanges(const std::vector<Run>& runs);

  const std::string store_name_;
  const ConstantLabels labels_;
  std::mutex mutex_;
  std::string looked_at_;  // the runs behind `changes_` and `coming_`
  std::vector<Change> changes_;
  std::future<std::vector<Change>> coming_;
};

}  // namespace mpigauge
