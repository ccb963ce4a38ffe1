#include "harness/program/size_groups.h"

#include <algorithm>
#include <map>
#include <utility>

namespace mpigauge {

std::vector<SizeGroup> GroupsBy(const std::string& parameter, const std::vector<Series>& series) {
  std::map<std::pair<std::string, Parameters>, SizeGroup> by_rest;
  for (std::size_t i = 0; i < series.size(); ++i) {
    Parameters rest = series[i].parameters;
    const auto found = std::erase_if(rest, [&](const auto& one) { return one.first == parameter; });
    if (found == 0 || series[i].benchmark_case->control()) continue;
    by_rest[{series[i].benchmark_case->name(), rest}].push_back(i);
  }
  const auto value = [&](std::size_t i) { return ParameterOr(series[i].parameters, parameter, 0); };
  std::vector<SizeGroup> groups;
  for (auto& [rest, group] : by_rest) {
    std::sort(group.begin(), group.end(), [&](std::size_t a, std::size_t b) { return value(a) < value(b); });
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace mpigauge
