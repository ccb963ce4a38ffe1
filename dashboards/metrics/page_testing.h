#pragma once

#include <prometheus/metric_family.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/file.h"

namespace mpigauge {

using LabelsByMetric = std::map<std::string, std::set<std::string>>;

// Returns the metrics that docs/reference/metrics.md lists: those whose name begins with `prefix`, with their labels.
inline LabelsByMetric MetricsOfThePage(const std::string& prefix) {
  const std::regex row(R"re(\| `(mpigauge_\w+)` \|(?: `([^`]*)`)? \|.*\|.*\| .+ \|)re");
  LabelsByMetric metrics;
  std::istringstream lines(ReadFile("docs/reference/metrics.md"));
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, row) || !match[1].str().starts_with(prefix)) continue;
    std::set<std::string>& labels = metrics[match[1]];
    const std::string text =
        std::regex_replace(match[2].str(), std::regex("\\bS\\b"), "baseline, series, case, bytes, ranks");
    const std::regex word("\\w+");
    for (std::sregex_iterator one(text.begin(), text.end(), word), end; one != end; ++one) labels.insert(one->str());
  }
  return metrics;
}

// The same of what is exported.
inline LabelsByMetric MetricsOf(const std::vector<prometheus::MetricFamily>& families) {
  LabelsByMetric metrics;
  for (const auto& family : families) {
    for (const auto& metric : family.metric) {
      std::set<std::string>& labels = metrics[family.name];
      for (const auto& label : metric.label) labels.insert(label.name);
    }
  }
  return metrics;
}

}  // namespace mpigauge
