#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace mpigauge {

// A metric that is exported to Prometheus [CI4]. All are gauges in base units; the name ends with the unit.
struct MetricDescription {
  std::string_view name;
  std::string_view help;
  std::vector<std::string_view> labels;  // in the order in which they are written
};

// The one place where names, help and labels stand; docs/reference/metrics.md lists the same, and a test compares them.
std::span<const MetricDescription> MetricCatalogue();

// Throws std::logic_error for a name that is not in the catalogue.
const MetricDescription& DescriptionOf(std::string_view name);

}  // namespace mpigauge
