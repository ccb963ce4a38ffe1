#pragma once

#include <prometheus/metric_family.h>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mpigauge {

// The longest value of a label that is exported, in bytes.
inline constexpr std::size_t kLongestLabel = 200;

// A text from outside (a library's name, a series) as the value of a label: at most kLongestLabel bytes of UTF-8
// without control characters other than newline and tab, which Prometheus takes escaped, and without backticks, which
// end the quotes of queries in Grafana. A changed value ends with '~' and a hash of the whole text (FNV-1a, 64 bits),
// so that different texts stay different.
std::string LabelValue(std::string_view text);

// Labels that every time series gets, by name: {{"cluster", "alps"}}.
using ConstantLabels = std::map<std::string, std::string>;

// Reads texts such as "cluster=alps". Throws Error (usage) naming `option` for what is not NAME=VALUE, a name that is
// none for Prometheus, that it keeps for itself ("__..."), that a metric of the catalogue has, or that is given twice.
ConstantLabels ParseLabels(const std::vector<std::string>& texts, const std::string& option);

// Adds them to every time series; values go through LabelValue. One with an empty value is left out: to Prometheus it
// is the same.
void AddConstantLabels(const ConstantLabels& labels, std::vector<prometheus::MetricFamily>& families);

}  // namespace mpigauge
