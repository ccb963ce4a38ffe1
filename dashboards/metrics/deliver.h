#pragma once

#include <prometheus/metric_family.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace mpigauge {

using MetricSource = std::function<std::vector<prometheus::MetricFamily>()>;

// The text format of Prometheus, version 0.0.4.
std::string MetricsText(const std::vector<prometheus::MetricFamily>& families);

// Pushes to a Pushgateway at "http://host:port" under /job/mpigauge and the grouping labels. Throws Error (usage) for
// an address or label that is not one, Error (not measured) where the gateway does not take it.
void PushMetrics(const std::string& url, const std::map<std::string, std::string>& grouping,
                 const std::vector<prometheus::MetricFamily>& families);

// Serves /metrics at "host:port" (port 0: a free one) until `wait` returns; `started` gets the port. Each scrape asks
// `source`. Throws Error (not measured) where the address cannot be had.
void ServeMetrics(const std::string& address, const MetricSource& source, const std::function<void(int port)>& started,
                  const std::function<void()>& wait);

}  // namespace mpigauge
