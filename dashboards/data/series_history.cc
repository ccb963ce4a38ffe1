#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/error.h"
#include "dashboards/data/gate_steps.h"
#include "dashboards/data/history.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

// The points of series by their identity, and what the series are.
struct Measured {
  SeriesRecord description;
  std::vector<HistoryPoint> points;  // oldest first
};

// Returns the series that were asked for, and the controls: they show whether the machine or the library changed.
std::map<std::string, Measured> Collect(Store& store, const std::set<std::string>& names) {
  std::set<std::string> wanted = names;
  std::map<std::string, SeriesRecord> descriptions;
  for (StoredSeries& series : store.history().AllSeries()) {
    if (series.description.family == "control") wanted.insert(series.description.name);
    if (wanted.contains(series.description.name)) descriptions[series.identity] = std::move(series.description);
  }
  std::map<std::string, Measured> measured;
  for (const std::string& name : wanted) {
    for (HistoryPoint& point : store.history().Points(name)) {
      Measured& one = measured[point.identity];
      one.description = descriptions[point.identity];
      one.points.push_back(std::move(point));
    }
  }
  return measured;
}

// The newest runs of all these points that have an environment, oldest first.
std::vector<HistoryRun> RunsOf(Store& store, const std::map<std::string, Measured>& measured) {
  std::map<std::pair<std::string, std::string>, std::string> libraries;  // by start and id
  for (const auto& [identity, one] : measured) {
    for (const HistoryPoint& point : one.points) libraries[{point.started_at, point.run_id}] = point.library;
  }
  std::vector<HistoryRun> runs;
  const std::set<std::string> in_turns = store.runs().RunsInTurns();
  for (auto run = libraries.rbegin(); run != libraries.rend() && runs.size() < kServedRuns; ++run) {
    const auto& [started_at, run_id] = run->first;
    auto environment = store.runs().EnvironmentOf(run_id);
    if (!environment) continue;
    MarkTurns(in_turns, runs.emplace_back(HistoryRun{run_id, run->second, started_at, *std::move(environment)}));
  }
  std::reverse(runs.begin(), runs.end());
  return runs;
}

// The values that are drawn for a series, beside its history.
struct Extremes {
  Json median = Json::array();
  Json low = Json::array();
  Json high = Json::array();
  Json launches = Json::array();
};

class Histories {
 public:
  Histories(Store& store, const std::map<std::string, Measured>& measured) {
    history_.runs = RunsOf(store, measured);
    for (std::uint32_t i = 0; i < history_.runs.size(); ++i) places_[history_.runs[i].run_id] = i;
    for (const auto& [identity, one] : measured) Add(identity, one);
  }

  const History& history() const { return history_; }

  Json Values(const SeriesHistory& series) const {
    const Extremes& drawn = drawn_.at(series.identity);
    return {{"run", series.runs},
            {"median_seconds", drawn.median},
            {"low_seconds", drawn.low},
            {"high_seconds", drawn.high},
            {"launches", drawn.launches}};
  }

 private:
  void Add(const std::string& identity, const Measured& one) {
    const SeriesRecord& what = one.description;
    SeriesHistory series{what.name, identity, what.case_name, what.family, what.parameters, {}, {}};
    Extremes& drawn = drawn_[identity];
    for (const HistoryPoint& point : one.points) {
      const auto place = places_.find(point.run_id);
      const Summary summary = Summarize(point.medians_seconds);
      if (place == places_.end() || !(summary.median > 0)) continue;
      series.runs.push_back(place->second);
      series.log_seconds.push_back(std::log(summary.median));
      drawn.median.push_back(summary.median);
      drawn.low.push_back(summary.minimum);
      drawn.high.push_back(summary.maximum);
      drawn.launches.push_back(summary.count);
    }
    if (!series.runs.empty()) history_.series.push_back(std::move(series));
  }

  History history_;
  std::map<std::string, std::uint32_t> places_;
  std::map<std::string, Extremes> drawn_;
};

std::vector<std::string> RunsOfAllBaselines(Store& store) {
  std::vector<std::string> ids;
  for (const Baseline& baseline : store.baselines().All()) {
    ids.insert(ids.end(), baseline.run_ids.begin(), baseline.run_ids.end());
  }
  return ids;
}

// One gate that cannot be read must not take the history with it.
void AddSteps(Store& store, const std::set<std::string>& names, Json& history) {
  history["gate_steps"] = Json::array();
  try {
    history["gate_steps"] = ToJson(
        GateSteps(store.gates().Newest(kServedSteps), [&](const std::string& name) { return names.contains(name); }));
  } catch (const Error& error) {
    history["gate_steps_error"] = error.what();
  }
}

}  // namespace

Json SeriesHistoryJson(Store& store, const std::vector<std::string>& names) {
  const std::set<std::string> wanted(names.begin(), names.end());
  const Histories histories(store, Collect(store, wanted));
  Json json =
      HistoryJson(histories.history(),
                  {[&](const SeriesHistory& series) { return wanted.contains(series.name); },
                   [&](const SeriesHistory& series) { return histories.Values(series); }, RunsOfAllBaselines(store)});
  AddSteps(store, wanted, json);
  return json;
}

}  // namespace mpigauge
