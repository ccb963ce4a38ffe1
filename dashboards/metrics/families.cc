#include "dashboards/metrics/families.h"

#include <cmath>
#include <stdexcept>

#include "dashboards/metrics/catalogue.h"
#include "dashboards/metrics/label_value.h"

namespace mpigauge {

void Families::Add(std::string_view name, const std::vector<std::string>& label_values, double value) {
  if (std::isnan(value)) return;
  const MetricDescription& description = DescriptionOf(name);
  if (label_values.size() != description.labels.size()) {
    throw std::logic_error("wrong number of labels: " + std::string(name));
  }
  auto place = places_.find(name);
  if (place == places_.end()) {
    place = places_.emplace(name, families_.size()).first;
    families_.push_back({std::string(name), std::string(description.help), prometheus::MetricType::Gauge, {}});
  }
  prometheus::ClientMetric& metric = families_[place->second].metric.emplace_back();
  metric.label.reserve(label_values.size());
  for (std::size_t i = 0; i < label_values.size(); ++i) {
    metric.label.push_back({std::string(description.labels[i]), LabelValue(label_values[i])});
  }
  metric.gauge.value = value;
}

}  // namespace mpigauge
