#pragma once

#include <prometheus/metric_family.h>

#include <functional>
#include <string>
#include <vector>

namespace mpigauge {

using MetricSource = std::function<std::vector<prometheus::MetricFamily>()>;

// The text format of Prometheus, version 0.0.4.
std::string MetricsText(std::vector<prometheus::MetricFamily> families);

// Serves /metrics at "host:port" (port 0: a free one) until `wait` returns; `started` gets the port. Each scrape asks
// `source`. Throws Error (not measured) where the address cannot be had.
void ServeMetrics(const std::string& address, const MetricSource& source, const std::function<void(int port)>& started,
                  const std::function<void()>& wait);

}  // namespace mpigauge
