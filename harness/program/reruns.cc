#include "harness/program/reruns.h"

#include <algorithm>

#include "harness/program/size_groups.h"
#include "harness/sizes/anomaly.h"

namespace mpigauge {
namespace {

SizeSpread SpreadOf(const Series& series) {
  std::vector<double> sorted = series.record.Observations();
  std::sort(sorted.begin(), sorted.end());
  return {ParameterOr(series.parameters, kBytes, 0), Quantile(sorted, 0.25), Quantile(sorted, 0.5),
          Quantile(sorted, 0.75)};
}

std::vector<std::size_t> FoundOnRoot(const std::vector<Series>& series) {
  std::vector<std::size_t> found;
  for (SizeGroup group : GroupsBy(kBytes, series)) {
    std::erase_if(group, [&](std::size_t index) { return series[index].faulty; });
    std::vector<SizeSpread> spreads;
    for (const std::size_t index : group) spreads.push_back(SpreadOf(series[index]));
    for (const std::size_t place : AnomalouslyHigh(spreads)) found.push_back(group[place]);
  }
  return found;
}

}  // namespace

std::vector<std::size_t> Outstanding(const Control& control, const std::vector<Series>& series) {
  std::vector<std::size_t> found;
  if (control.root()) found = FoundOnRoot(series);
  std::size_t count = found.size();
  control.Broadcast(count);
  found.resize(count);
  for (std::size_t& index : found) control.Broadcast(index);
  return found;
}

}  // namespace mpigauge
