#pragma once

#include <prometheus/metric_family.h>

#include <string>
#include <vector>

namespace mpigauge {

// The text format of Prometheus, version 0.0.4.
std::string MetricsText(std::vector<prometheus::MetricFamily> families);

}  // namespace mpigauge
