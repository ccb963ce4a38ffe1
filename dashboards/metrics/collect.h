#pragma once

#include <prometheus/metric_family.h>

#include <vector>

#include "baselines/store/store.h"

namespace mpigauge {

// What Prometheus is told of the store: for each baseline name the newest gate, series by series, the newest run,
// baselines, the newest calibration and the changes of the history. Everything is a gauge in base units, each time
// series is there once, labels are bounded: docs/reference/metrics.md lists them and says how many there are at most.
std::vector<prometheus::MetricFamily> CollectMetrics(Store& store);

}  // namespace mpigauge
