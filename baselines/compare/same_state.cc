#include "baselines/compare/same_state.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "stats/finite.h"
#include "stats/summary.h"
#include "stats/within_groups.h"

namespace mpigauge {
namespace {

const double kAlike = std::log(1.25);       // of two references of one state
constexpr double kLeastExplained = 0.25;    // see BringToOneState
constexpr std::size_t kLeastLaunches = 20;  // beyond one of each run: fewer tell no slopes
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

// Logarithms of the references of a visit, or their medians over those of a launch.
using State = std::array<double, 4>;
constexpr std::array<const char*, 4> kNames = {"handover", "block", "arithmetic", "network"};

double LogOf(double before, double after) {
  return before > 0 && after > 0 ? (std::log(before) + std::log(after)) / 2 : kMissing;
}

State StateOf(const VisitReferences& visit) {
  const auto& [before, after] = visit;
  return {LogOf(before.handover, after.handover), LogOf(before.block, after.block),
          LogOf(before.arithmetic, after.arithmetic), LogOf(before.network, after.network)};
}

// A series in a launch.
struct Member {
  SeriesRecord* series;
  std::size_t run;
  bool fresh;
  std::vector<State> passes;
  State middle;
};

State MiddleOf(const std::vector<State>& passes) {
  State middle;
  for (std::size_t i = 0; i < middle.size(); ++i) {
    std::vector<double> values;
    for (const State& pass : passes) values.push_back(pass[i]);
    values = Present(std::move(values));
    std::sort(values.begin(), values.end());
    middle[i] = values.empty() ? kMissing : Quantile(values, 0.5);
  }
  return middle;
}

using Members = std::map<std::string, std::vector<Member>>;

void AddMembers(std::vector<LaunchRecord>& launches, bool fresh, std::map<std::string, std::size_t>& runs,
                Members& members) {
  for (LaunchRecord& launch : launches) {
    const std::size_t run = runs.try_emplace(launch.run_id, runs.size()).first->second;
    for (SeriesRecord& series : launch.series) {
      if (series.summary.count == 0 || !(series.summary.median > 0)) continue;
      std::vector<State> passes;
      for (const Pass& pass : series.passes) passes.push_back(StateOf(pass.references));
      const State middle = MiddleOf(passes);
      members[series.name].push_back({&series, run, fresh, std::move(passes), middle});
    }
  }
}

// The references that all launches have.
std::vector<std::size_t> CommonTo(const std::vector<Member>& members) {
  std::vector<std::size_t> common;
  for (std::size_t i = 0; i < State().size(); ++i) {
    const auto has = [&](const Member& member) { return !std::isnan(member.middle[i]); };
    if (std::all_of(members.begin(), members.end(), has)) common.push_back(i);
  }
  return common;
}

double ComparableShare(const std::vector<Member>& members, const std::vector<std::size_t>& references) {
  std::vector<State> stored;
  for (const Member& member : members) {
    if (!member.fresh) stored.insert(stored.end(), member.passes.begin(), member.passes.end());
  }
  double passes = 0;
  double comparable = 0;
  for (const Member& member : members) {
    if (!member.fresh) continue;
    for (const State& pass : member.passes) {
      const auto alike = [&](const State& other) {
        return std::all_of(references.begin(), references.end(),
                           [&](std::size_t i) { return std::abs(pass[i] - other[i]) <= kAlike; });
      };
      passes += 1;
      comparable += std::any_of(stored.begin(), stored.end(), alike) ? 1 : 0;
    }
  }
  return passes > 0 ? comparable / passes : kMissing;
}

void FindMostChanged(const std::vector<Member>& members, const std::vector<std::size_t>& references, SameState& state) {
  std::vector<State> passes[2];
  for (const Member& member : members) {
    std::vector<State>& side = passes[member.fresh ? 1 : 0];
    side.insert(side.end(), member.passes.begin(), member.passes.end());
  }
  const State stored = MiddleOf(passes[0]);
  const State fresh = MiddleOf(passes[1]);
  for (const std::size_t i : references) {
    const double change = fresh[i] - stored[i];
    if (!(std::abs(change) > std::abs(std::log(state.times)))) continue;
    state.most_changed = kNames[i];
    state.times = std::exp(change);
  }
}

std::vector<GroupedValue> RowsOf(const std::vector<Member>& members, const std::vector<std::size_t>& references) {
  std::vector<GroupedValue> rows;
  for (const Member& member : members) {
    GroupedValue& row = rows.emplace_back(GroupedValue{member.run, std::log(member.series->summary.median), {}});
    for (const std::size_t i : references) row.covariates.push_back(member.middle[i]);
  }
  return rows;
}

std::size_t RunsIn(const std::vector<Member>& members) {
  std::vector<std::size_t> runs;
  for (const Member& member : members) runs.push_back(member.run);
  std::sort(runs.begin(), runs.end());
  return static_cast<std::size_t>(std::unique(runs.begin(), runs.end()) - runs.begin());
}

// Adjusts all values to the state in the middle of all launches.
void TakeOut(const std::vector<double>& slopes, const std::vector<GroupedValue>& rows, std::vector<Member>& members) {
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    std::vector<double> values;
    for (const GroupedValue& row : rows) values.push_back(row.covariates[i]);
    std::sort(values.begin(), values.end());
    const double middle = Quantile(values, 0.5);
    for (std::size_t m = 0; m < members.size(); ++m) {
      members[m].series->summary.median *= std::exp(-slopes[i] * (rows[m].covariates[i] - middle));
    }
  }
}

SameState BringToOneState(std::vector<Member>& members) {
  const std::vector<std::size_t> references = CommonTo(members);
  if (references.empty()) return {};
  SameState state;
  state.comparable = ComparableShare(members, references);
  FindMostChanged(members, references, state);
  if (members.size() < RunsIn(members) + kLeastLaunches) return state;
  const std::vector<GroupedValue> rows = RowsOf(members, references);
  const GroupedFit fit = FitWithinGroups(rows);
  state.explained = fit.explained;
  state.taken_out = fit.explained >= kLeastExplained;
  if (state.taken_out) TakeOut(fit.slopes, rows, members);
  return state;
}

}  // namespace

std::map<std::string, SameState> BringToOneState(std::vector<LaunchRecord>& stored, std::vector<LaunchRecord>& fresh) {
  std::map<std::string, std::size_t> runs;
  Members members;
  AddMembers(stored, false, runs, members);
  AddMembers(fresh, true, runs, members);
  std::map<std::string, SameState> states;
  for (auto& [name, of_series] : members) states[name] = BringToOneState(of_series);
  return states;
}

}  // namespace mpigauge
