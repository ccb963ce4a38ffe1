#include "mpigauge/baseline_show.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/escape.h"
#include "base/plural.h"
#include "base/table.h"
#include "base/units.h"
#include "baselines/named/run_faults.h"
#include "dashboards/data/lists.h"

namespace mpigauge {
namespace {

std::string Percent(double deviation) {
  return std::isnan(deviation) ? "not known" : fmt::format("{:.2f}%", deviation * 100);
}

Json Number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string RunsText(const EnvironmentReport& one) {
  std::string text;
  for (std::size_t i = 0; i < one.runs.size(); ++i) {
    text += fmt::format("run {}  {}  {}  {}\n", one.runs[i].run_id, TerminalEscaped(one.runs[i].library),
                        one.runs[i].started_at, Counted(one.launches[i], "launch"));
  }
  for (const auto& [key, value] : one.key)
    text += fmt::format("  {}: {}\n", TerminalEscaped(key), TerminalEscaped(value));
  return text;
}

std::string SpreadText(const EnvironmentReport& one) {
  const SeriesSpread median = MedianSpread(one.series);
  const auto line = [](const char* what, double deviation, const char* why) {
    return fmt::format("  {:<27}{}{}\n", what, Percent(deviation), std::isnan(deviation) ? why : "");
  };
  return fmt::format("standard deviation, the median of {} series:\n", one.series.size()) +
         line("between runs:", median.between_runs, one.runs.size() < 2 ? " (one run)" : "") +
         line("between launches of a run:", median.between_launches, " (one launch in every run)") +
         line("within launches:", median.between_observations, " (one observation in every launch)");
}

std::string SeriesText(const std::vector<SeriesSpread>& all) {
  Table table({{"series", Table::Align::kLeft},
               {"median"},
               {"between runs"},
               {"between launches"},
               {"within launches"},
               {"runs"},
               {"launches"},
               {"observations"}});
  for (const SeriesSpread& one : all) {
    table.AddRow({one.name, FormatSeconds(one.median_seconds), Percent(one.between_runs), Percent(one.between_launches),
                  Percent(one.between_observations), std::to_string(one.runs), std::to_string(one.launches),
                  std::to_string(one.observations)});
  }
  return table.Text(false);
}

Json ToJson(const SeriesSpread& one) {
  return {{"name", one.name},
          {"family", one.family},
          {"runs", one.runs},
          {"launches", one.launches},
          {"observations", one.observations},
          {"median_seconds", Number(one.median_seconds)},
          {"between_runs", Number(one.between_runs)},
          {"between_launches", Number(one.between_launches)},
          {"within_launches", Number(one.between_observations)}};
}

Json ToJson(const EnvironmentReport& one) {
  const SeriesSpread median = MedianSpread(one.series);
  Json json = {{"environment", one.key},
               {"runs", Json::array()},
               {"between_runs", Number(median.between_runs)},
               {"between_launches", Number(median.between_launches)},
               {"within_launches", Number(median.between_observations)},
               {"series", Json::array()}};
  for (std::size_t i = 0; i < one.runs.size(); ++i) {
    json["runs"].push_back({{"run_id", one.runs[i].run_id},
                            {"library", one.runs[i].library},
                            {"started_at", one.runs[i].started_at},
                            {"launches", one.launches[i]}});
  }
  for (const SeriesSpread& series : one.series) json["series"].push_back(ToJson(series));
  return json;
}

}  // namespace

BaselineReport ReportBaseline(Store& store, const Baseline& baseline) {
  std::map<EnvironmentKey, EnvironmentReport> reports;
  std::map<EnvironmentKey, SpreadCollector> collectors;
  for (const std::string& id : baseline.run_ids) {
    auto launches = store.runs().Launches(id, LaunchDetail::kObservations);
    std::erase_if(launches, [](const LaunchRecord& launch) { return launch.status != LaunchStatus::kComplete; });
    const EnvironmentKey key = launches.empty() ? EnvironmentKey() : launches[0].environment.key;
    EnvironmentReport& report = reports[key];
    report.key = key;
    report.runs.push_back(store.runs().Find(id));
    report.launches.push_back(launches.size());
    collectors[key].AddRun(launches);
  }
  BaselineReport all{baseline, {}};
  for (auto& [key, report] : reports) {
    report.series = collectors[key].Series();
    all.environments.push_back(std::move(report));
  }
  return all;
}

std::string BaselineText(const BaselineReport& report, bool all) {
  std::string text =
      fmt::format("{}, {}\n", TerminalEscaped(BaselineTitle(report.baseline)), report.baseline.created_at);
  if (!report.baseline.note.empty()) text += TerminalEscaped(report.baseline.note) + "\n";
  for (const EnvironmentReport& one : report.environments) {
    text += "\n" + RunsText(one) + "\n" + SpreadText(one);
    if (all) text += SeriesText(one.series);
  }
  return text;
}

Json ToJson(const BaselineReport& report) {
  Json json = ToJson(report.baseline);
  json["environments"] = Json::array();
  for (const EnvironmentReport& one : report.environments) json["environments"].push_back(ToJson(one));
  return json;
}

std::string FaultNotes(Store& store, const std::vector<std::string>& run_ids) {
  std::string notes;
  for (const std::string& run_id : run_ids) {
    for (const std::string& line : FaultLines(FaultsOf(store, run_id))) {
      notes += fmt::format("note: run {}: {}\n", run_id.substr(0, 8), line);
    }
  }
  return notes;
}

}  // namespace mpigauge
