#pragma once

#include <prometheus/metric_family.h>

#include <string>
#include <vector>

#include "baselines/store/store.h"
#include "dashboards/metrics/constant_labels.h"

namespace mpigauge {

// What Prometheus is told of the store: for each baseline name the newest gate, series by series, the newest run,
// baselines, the newest calibration and the changes of the history. Everything is a gauge in base units, each time
// series is there once, labels are bounded: docs/metrics.md lists them and says how many there are at most.
std::vector<prometheus::MetricFamily> CollectMetrics(Store& store);

// The same from the file, opened afresh, with constant labels; where that is not possible, mpigauge_up is 0 and that is
// all. Changes that take longer than two seconds to find are left out: a server keeps a MetricCollector instead.
std::vector<prometheus::MetricFamily> CollectMetricsFrom(const std::string& store_name,
                                                         const ConstantLabels& labels = {});

}  // namespace mpigauge
