#pragma once

#include <prometheus/metric_family.h>

#include <map>
#include <span>
#include <string>
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

// Gauges of the catalogue, in the order in which each was first used.
class Families {
 public:
  // `label_values` in the order of the catalogue; each goes through LabelValue. A value that does not exist (NaN) is
  // left out. Throws std::logic_error where name or number of labels are not those of the catalogue.
  void Add(std::string_view name, const std::vector<std::string>& label_values, double value);

  std::vector<prometheus::MetricFamily> Take() { return std::move(families_); }

 private:
  std::map<std::string, std::size_t, std::less<>> places_;
  std::vector<prometheus::MetricFamily> families_;
};

}  // namespace mpigauge
