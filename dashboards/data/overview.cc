#include "dashboards/data/overview.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/rounded.h"
#include "baselines/compare/comparison_json.h"
#include "baselines/history/history.h"
#include "dashboards/data/lists.h"
#include "dashboards/data/related_runs.h"
#include "dashboards/data/standing.h"

namespace mpigauge {
namespace {

constexpr std::size_t kDrawnLibraries = 8;  // of those whose failure does not stand
constexpr std::size_t kDrawnLevels = 40;    // runs

// Newest first.
std::vector<Standing> DrawnGates(Store& store) {
  const std::map<std::string, std::string> libraries = LibrariesOf(store);
  const std::vector<GateResult> gates = store.gates().Summaries();
  std::vector<Standing> drawn = WhereThingsStand(gates, libraries);
  std::set<std::pair<std::string, std::string>> seen;
  for (const Standing& one : drawn) seen.insert({one.gate.baseline, one.library});
  for (const GateResult& gate : gates) {
    if (drawn.size() >= kDrawnLibraries) break;
    const auto found = libraries.find(gate.candidate_run_id);
    const std::string library = found == libraries.end() ? "" : found->second;
    if (seen.insert({gate.baseline, library}).second) drawn.push_back({gate, library, false});
  }
  std::stable_sort(drawn.begin(), drawn.end(),
                   [](const auto& a, const auto& b) { return a.gate.decided_at > b.gate.decided_at; });
  return drawn;
}

std::string DrawnVerdict(const SeriesComparison& series) {
  return series.waived.empty() ? VerdictName(series.verdict) : "waived";
}

// Larger is worse: the verdict counts before the change, and no time at all before any.
std::pair<int, double> Badness(const SeriesComparison& series) {
  const double ratio = series.HasTimes() ? series.ratio : std::numeric_limits<double>::infinity();
  if (!series.waived.empty()) return {1, ratio};
  if (series.verdict == Verdict::kFail) return {3, ratio};
  return {series.verdict == Verdict::kInconclusive ? 2 : 0, ratio};
}

// Returns the worst series of each case.
std::map<std::string, const SeriesComparison*> WorstSeries(const Comparison& comparison) {
  std::map<std::string, const SeriesComparison*> worst;
  for (const SeriesComparison& series : comparison.series) {
    const auto [known, added] = worst.emplace(series.case_name, &series);
    if (!added && Badness(*known->second) < Badness(series)) known->second = &series;
  }
  return worst;
}

Json CellJson(const SeriesComparison& series) {
  return {{"verdict", DrawnVerdict(series)},
          {"ratio", series.HasTimes() ? Json(Rounded(series.ratio)) : Json(nullptr)},
          {"series", series.name}};
}

// The level of a case in each run.
struct CaseLevels {
  std::vector<double> sum;  // of the logarithms of its series, less their means
  std::vector<int> count;
};

// Returns the levels of cases; empty where there are no runs to look back at.
std::map<std::string, Json> LevelsOfCases(Store& store, const std::string& run_id) {
  const std::set<std::string> ids = RunsOfTrack(store, run_id, kDrawnLevels);
  if (ids.size() < 2) return {};
  HistoryFilter filter;
  filter.run = [&](const Run& run) { return ids.contains(run.run_id); };
  const History history = LoadHistory(store, filter);
  std::map<std::string, CaseLevels> levels;
  for (const SeriesHistory& series : history.series) {
    CaseLevels& one = levels[series.case_name];
    one.sum.resize(history.runs.size());
    one.count.resize(history.runs.size());
    double mean = 0;
    for (const double value : series.log_seconds) mean += value / static_cast<double>(series.log_seconds.size());
    for (std::size_t i = 0; i < series.runs.size(); ++i) {
      one.sum[series.runs[i]] += series.log_seconds[i] - mean;
      ++one.count[series.runs[i]];
    }
  }
  std::map<std::string, Json> all;
  for (const auto& [name, one] : levels) {
    Json values = Json::array();
    for (std::size_t i = 0; i < one.sum.size(); ++i) {
      values.push_back(one.count[i] == 0 ? Json(nullptr) : Json(Rounded(std::exp(one.sum[i] / one.count[i]))));
    }
    all[name] = std::move(values);
  }
  return all;
}

}  // namespace

Json OverviewJson(Store& store) {
  const std::vector<Standing> drawn = DrawnGates(store);
  Json libraries = Json::array();
  std::map<std::string, Json> cells;  // of each case, one for each library
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const GateResult& gate = drawn[i].gate;
    libraries.push_back({{"gate_id", gate.gate_id},
                         {"decided_at", gate.decided_at},
                         {"verdict", gate.verdict},
                         {"baseline", gate.baseline},
                         {"library", drawn[i].library}});
    const GateResult whole = store.gates().Find(gate.gate_id).value();
    const Comparison comparison = ComparisonFromJson(whole.comparison, store.name() + ": gate " + gate.gate_id);
    for (const auto& [name, series] : WorstSeries(comparison)) {
      const auto row = cells.try_emplace(name, Json(drawn.size(), Json(nullptr))).first;
      row->second[i] = CellJson(*series);
    }
  }
  const std::map<std::string, Json> levels =
      drawn.empty() ? std::map<std::string, Json>() : LevelsOfCases(store, drawn[0].gate.candidate_run_id);
  Json cases = Json::array();
  for (auto& [name, row] : cells) {
    const auto known = levels.find(name);
    cases.push_back({{"case", name},
                     {"cells", std::move(row)},
                     {"levels", known == levels.end() ? Json(Json::array()) : known->second}});
  }
  return {{"libraries", std::move(libraries)}, {"cases", std::move(cases)}};
}

}  // namespace mpigauge
