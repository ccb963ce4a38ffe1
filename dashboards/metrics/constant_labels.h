#pragma once

#include <prometheus/metric_family.h>

#include <map>
#include <string>
#include <vector>

namespace mpigauge {

// Labels that every time series gets, by name: {{"cluster", "alps"}}.
using ConstantLabels = std::map<std::string, std::string>;

// Of texts such as "cluster=alps". Throws Error (usage) naming `option` for what is not NAME=VALUE, a name that is none
// for Prometheus, that it keeps for itself ("__..."), that a metric of the catalogue has, or that is given twice.
ConstantLabels ParseLabels(const std::vector<std::string>& texts, const std::string& option);

// Adds them to every time series; values go through LabelValue. One with an empty value is left out: to Prometheus it
// is the same.
void AddConstantLabels(const ConstantLabels& labels, std::vector<prometheus::MetricFamily>& families);

}  // namespace mpigauge
