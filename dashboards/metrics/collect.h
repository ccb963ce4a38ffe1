#pragma once

#include <prometheus/metric_family.h>

#include <string>
#include <vector>

#include "baselines/store/store.h"

namespace mpigauge {

// What Prometheus is told of the store: for each baseline name the newest gate, series by series, and the state of
// the newest run. Everything is a gauge in base units. Labels are bounded: the number of time series is about
// 8 x series x baseline names (docs/metrics.md lists them).
std::vector<prometheus::MetricFamily> CollectMetrics(Store& store);

// The same from the file, opened afresh; where that is not possible, mpigauge_up is 0 and that is all.
std::vector<prometheus::MetricFamily> CollectMetricsFrom(const std::string& store_name);

}  // namespace mpigauge
