#pragma once

#include <prometheus/metric_family.h>

#include <map>
#include <string>
#include <vector>

namespace mpigauge {

// The text format of Prometheus, version 0.0.4.
std::string MetricsText(const std::vector<prometheus::MetricFamily>& families);

// Pushes to a Pushgateway at "http://host:port" under /job/mpigauge and the grouping labels. Throws Error (usage) for
// an address or label that is not one, Error (not measured) where the gateway does not take it.
void PushMetrics(const std::string& url, const std::map<std::string, std::string>& grouping,
                 const std::vector<prometheus::MetricFamily>& families);

}  // namespace mpigauge
