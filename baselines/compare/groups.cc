#include "baselines/compare/groups.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace mpigauge {
namespace {

constexpr const char* kBytes = "bytes";

Parameters WithoutBytes(Parameters parameters) {
  std::erase_if(parameters, [](const auto& parameter) { return parameter.first == kBytes; });
  return parameters;
}

// The parameters, apart from the size, that have more than one value: only these need to be named.
std::set<std::string> VaryingParameters(const std::vector<SeriesComparison>& all) {
  std::map<std::string, std::set<std::int64_t>> values;
  for (const SeriesComparison& one : all) {
    for (const auto& [name, value] : WithoutBytes(one.parameters)) values[name].insert(value);
  }
  std::set<std::string> varying;
  for (const auto& [name, seen] : values) {
    if (seen.size() > 1) varying.insert(name);
  }
  return varying;
}

std::string Label(const SeriesComparison& series, const std::set<std::string>& varying) {
  std::string label = series.case_name;
  for (const auto& [name, value] : WithoutBytes(series.parameters)) {
    if (varying.contains(name)) label += " " + name + ":" + std::to_string(value);
  }
  return label;
}

}  // namespace

std::vector<SeriesGroup> GroupBySize(const std::vector<SeriesComparison>& series) {
  const std::set<std::string> varying = VaryingParameters(series);
  std::set<std::string> but_ranks = varying;
  but_ranks.erase("ranks");
  std::vector<SeriesGroup> groups;
  std::map<std::pair<std::string, Parameters>, std::size_t> places;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const auto [place, is_new] =
        places.try_emplace({series[i].case_name, WithoutBytes(series[i].parameters)}, groups.size());
    if (is_new) groups.push_back({Label(series[i], varying), Label(series[i], but_ranks), {}});
    groups[place->second].series.push_back(i);
  }
  const auto bytes = [&](std::size_t i) { return ParameterOr(series[i].parameters, kBytes, -1); };
  for (SeriesGroup& group : groups) {
    std::stable_sort(group.series.begin(), group.series.end(),
                     [&](std::size_t a, std::size_t b) { return bytes(a) < bytes(b); });
  }
  return groups;
}

}  // namespace mpigauge
