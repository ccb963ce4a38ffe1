#pragma once

#include <prometheus/metric_family.h>

#include <string>
#include <vector>

#include "dashboards/metrics/labels.h"

namespace mpigauge {

// The text format of Prometheus, version 0.0.4.
std::string MetricsText(std::vector<prometheus::MetricFamily> families);

// A Pushgateway.
struct PushTarget {
  std::string url;                    // "http://host:port" or "https://host:port", with a path where it has a prefix
  ConstantLabels grouping = {};       // values may hold anything
  std::string ca_file = {};           // PEM: certificates that are trusted instead of the machine's
  std::string credentials_file = {};  // one line, "user:password"
  bool insecure = false;              // the password may cross a network in the clear
};

// Replaces what the gateway has under /job/mpigauge and the grouping labels. Throws Error (usage) for an address or
// file that is not one, or credentials that would leave this host by plain http, Error (not measured) where the gateway
// does not take it. No error shows user or password.
void PushMetrics(const PushTarget& target, const std::vector<prometheus::MetricFamily>& families);

}  // namespace mpigauge
