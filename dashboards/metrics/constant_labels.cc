#include "dashboards/metrics/constant_labels.h"

#include <algorithm>
#include <regex>

#include "dashboards/metrics/catalogue.h"
#include "dashboards/metrics/label_value.h"
#include "harness/base/error.h"

namespace mpigauge {
namespace {

bool IsOfTheCatalogue(const std::string& name) {
  const auto metrics = MetricCatalogue();
  return std::any_of(metrics.begin(), metrics.end(), [&](const MetricDescription& metric) {
    return std::find(metric.labels.begin(), metric.labels.end(), name) != metric.labels.end();
  });
}

void CheckName(const std::string& name, const std::string& option) {
  static const std::regex kName("[a-zA-Z_][a-zA-Z0-9_]*");
  if (name.size() > kLongestLabel || !std::regex_match(name, kName) || name.starts_with("__")) {
    throw UsageError("{}: '{}' is not the name of a label: letters, digits and '_', no digit first, not '__' first",
                     option, LabelValue(name));
  }
  if (IsOfTheCatalogue(name)) throw UsageError("{}: metrics have a label '{}' of their own", option, name);
}

}  // namespace

ConstantLabels ParseLabels(const std::vector<std::string>& texts, const std::string& option) {
  ConstantLabels labels;
  for (const std::string& text : texts) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) throw UsageError("{} '{}': write NAME=VALUE", option, LabelValue(text));
    const std::string name = text.substr(0, equals);
    CheckName(name, option);
    if (!labels.emplace(name, text.substr(equals + 1)).second) throw UsageError("{}: '{}' twice", option, name);
  }
  return labels;
}

void AddConstantLabels(const ConstantLabels& labels, std::vector<prometheus::MetricFamily>& families) {
  for (const auto& [name, value] : labels) {
    if (value.empty()) continue;
    const prometheus::ClientMetric::Label label{name, LabelValue(value)};
    for (prometheus::MetricFamily& family : families) {
      for (prometheus::ClientMetric& metric : family.metric) metric.label.push_back(label);
    }
  }
}

}  // namespace mpigauge
