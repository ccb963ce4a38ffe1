#include <cmath>
#include <set>

#include "baselines/history/load.h"
#include "dashboards/data/history.h"
#include "dashboards/data/history_json.h"
#include "dashboards/data/rounded.h"
#include "dashboards/data/track_runs.h"

namespace mpigauge {
namespace {

Json Medians(const SeriesHistory& series) {
  Json medians = Json::array();
  for (const double value : series.log_seconds) medians.push_back(Rounded(std::exp(value)));
  return {{"run", series.runs}, {"median_seconds", std::move(medians)}};
}

}  // namespace

Json ReportHistory(Store& store, const std::vector<std::string>& names, const std::string& run_id,
                   const std::vector<std::string>& baseline_run_ids) {
  const std::set<std::string> chosen(names.begin(), names.end());
  const std::set<std::string> around = RunsOfTrack(store, run_id, kReportRuns);
  if (around.size() < 2) return nullptr;
  HistoryFilter filter;
  filter.series = [&](const SeriesRecord& series) { return chosen.contains(series.name); };
  filter.run = [&](const Run& run) { return around.contains(run.run_id); };
  History history = LoadHistory(store, filter);
  std::erase_if(history.series, [](const SeriesHistory& series) { return series.runs.size() < 2; });
  if (history.series.empty()) return nullptr;
  return HistoryJson(history, {[](const SeriesHistory&) { return true; }, Medians, baseline_run_ids});
}

}  // namespace mpigauge
