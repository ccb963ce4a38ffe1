#include "harness/program/growth.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "harness/program/google.h"
#include "harness/sizes/anomaly.h"
#include "stats/estimator.h"

namespace mpigauge {
namespace {

// Controls and series without the parameter are in no group. The same on all ranks.
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

constexpr double kAnyConfidence = 0.95;  // of an interval that nobody looks at

SizeTime TimeOf(const Series& series, const std::string& estimator, int enough) {
  if (series.faulty) return {std::nan(""), series.visits};
  const double figure = EstimateBy(estimator, series.record.Observations(), kAnyConfidence).value;
  return {figure, series.visits >= enough ? std::numeric_limits<int>::max() : series.visits};
}

}  // namespace

void Growth::Grow(const Control& control, int enough, std::vector<Series>& series) {
  if (planner_ == nullptr || !planner_->adaptive()) return;
  for (const SizeGroup& group : GroupsBy(parameter_, series)) {
    const Case& benchmark_case = *series[group.front()].benchmark_case;
    // The time of an adopted function does not depend on the number of ranks, nor does that of two ranks at a distance.
    const bool of_all_ranks = benchmark_case.google_function() != nullptr || benchmark_case.by_distance();
    if (benchmark_case.empty() || (of_all_ranks && parameter_ == kRanks)) continue;
    std::vector<std::int64_t> wanted;
    std::set<std::int64_t> needless;
    if (control.root()) {
      const Curve curve = CurveOf(series, group, enough);
      wanted = Wanted(series, group, curve);
      needless = planner_->Needless(curve);
    }
    for (const std::size_t index : group) {
      series[index].needless = needless.contains(ValueOf(series[index]));
      control.Broadcast(series[index].needless);
    }
    std::size_t count = wanted.size();
    control.Broadcast(count);
    wanted.resize(count);
    for (std::int64_t& value : wanted) control.Broadcast(value);
    for (const std::int64_t value : wanted) Add(group, value, series);
  }
}

// A case may need more ranks than the planner begins with.
bool Growth::Possible(const Case& benchmark_case, std::int64_t value) const {
  return parameter_ != kRanks || value >= benchmark_case.least_ranks();
}

Curve Growth::CurveOf(const std::vector<Series>& series, const SizeGroup& group, int enough) const {
  Curve curve;
  for (const std::size_t index : group) {
    if (series[index].visits > 0) curve[ValueOf(series[index])] = TimeOf(series[index], estimator_, enough);
  }
  const Case& benchmark_case = *series[group.front()].benchmark_case;
  for (const std::int64_t value : planner_->Sizes({})) {
    if (!Possible(benchmark_case, value)) curve[value] = {std::nan(""), enough};
  }
  return curve;
}

std::vector<std::int64_t> Growth::Wanted(const std::vector<Series>& series, const SizeGroup& group,
                                         const Curve& curve) const {
  const Case& benchmark_case = *series[group.front()].benchmark_case;
  std::vector<std::int64_t> values = planner_->Sizes(curve);
  std::erase_if(values, [&](std::int64_t value) { return !Possible(benchmark_case, value); });
  for (const std::size_t index : group) std::erase(values, ValueOf(series[index]));
  return values;
}

// In the order of tables it stands behind the largest smaller one.
void Growth::Add(const SizeGroup& group, std::int64_t value, std::vector<Series>& series) {
  Series added;
  added.benchmark_case = series[group.front()].benchmark_case;
  added.parameters = series[group.front()].parameters;
  added.place = series[group.front()].place;
  for (auto& [name, its_value] : added.parameters) {
    if (name == parameter_) its_value = value;
  }
  for (const std::size_t index : group) {
    if (ValueOf(series[index]) < value) added.place = series[index].place;
  }
  added.record = EmptyRecord(*added.benchmark_case, added.parameters, {});
  added.record.method = series[group.front()].record.method;
  if (refused_.contains(added.record.name)) return;
  if (ChosenByFilter({{added.benchmark_case, added.parameters}}, among_, false)[0]) {
    series.push_back(std::move(added));
  } else {
    refused_.insert(added.record.name);
  }
}

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
