#include "baselines/history/changes_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/units.h"

namespace mpigauge {

std::string SizeRanges(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& all) {
  std::string text;
  for (std::size_t first = 0; first < sizes.size();) {
    auto place = std::lower_bound(all.begin(), all.end(), sizes[first]);
    std::size_t last = first;
    while (last + 1 < sizes.size() && ++place != all.end() && *place == sizes[last + 1]) ++last;
    if (!text.empty()) text += ", ";
    text += FormatBytes(sizes[first]);
    if (last > first) text += " to " + FormatBytes(sizes[last]);
    first = last + 1;
  }
  return text;
}

namespace {

bool IsDrift(const Event& event) { return event.kind == Movement::Kind::kDrift; }

std::string When(const History& history, const Event& event) {
  const HistoryRun& run = history.runs[event.run];
  const std::string day = run.started_at.substr(0, 10);
  if (!IsDrift(event)) return fmt::format("{} {}", day, run.run_id.substr(0, 8));
  return fmt::format("{} to {}", day, history.runs[event.run_until].started_at.substr(0, 10));
}

std::string Library(const History& history, const Event& event) {
  const std::string& before = history.runs[event.run_before].library;
  const std::string& after = history.runs[IsDrift(event) ? event.run_until : event.run].library;
  return before == after ? after : before + " -> " + after;
}

std::string Sizes(const Event& event) {
  const std::string share = fmt::format("{} of {} series", event.series.size(), event.measured);
  return event.sizes.empty() ? share : fmt::format("{} ({})", event.sizes, share);
}

std::string Factor(const Event& event) {
  std::string middle = FormatChange(event.ratio);
  if (event.series.size() == 1) return middle;
  return fmt::format("{} ({} to {})", middle, FormatChange(event.smallest_ratio), FormatChange(event.largest_ratio));
}

std::string Whose(const Event& event) {
  std::string text = CauseText(event.cause);
  if (event.controls_moved && event.family != "control") text += ": controls moved too";
  if (!event.environment.empty()) text += fmt::format(": {}", fmt::join(event.environment, ", "));
  return text;
}

Table::Color Color(const Event& event) {
  if (event.cause == Cause::kMachine) return Table::Color::kDim;
  return event.ratio > 1 ? Table::Color::kRed : Table::Color::kGreen;
}

Json RunJson(const HistoryRun& run) {
  return {{"run_id", run.run_id}, {"library", run.library}, {"started_at", run.started_at}};
}

Json EventJson(const History& history, const Event& event) {
  Json series = Json::array();
  for (const std::uint32_t place : event.series) series.push_back(history.series[place].name);
  Json json = {{"kind", KindText(event.kind)},
               {"cause", CauseText(event.cause)},
               {"case", event.case_name},
               {"family", event.family},
               {"sizes", event.sizes},
               {"series", series},
               {"measured_series", event.measured},
               {"ratio", event.ratio},
               {"smallest_ratio", event.smallest_ratio},
               {"largest_ratio", event.largest_ratio},
               {"p_value", event.p_value},
               {"controls_moved", event.controls_moved},
               {"environment", event.environment},
               {"run_before", RunJson(history.runs[event.run_before])},
               {"run", RunJson(history.runs[event.run])}};
  if (IsDrift(event)) json["run_until"] = RunJson(history.runs[event.run_until]);
  return json;
}

}  // namespace

Table ChangesTable(const History& history, const Changes& changes) {
  Table table({{"when", Table::Align::kLeft},
               {"library", Table::Align::kLeft},
               {"what", Table::Align::kLeft},
               {"sizes", Table::Align::kLeft},
               {"factor", Table::Align::kLeft},
               {"p"},
               {"kind", Table::Align::kLeft},
               {"whose", Table::Align::kLeft}});
  for (const Event& event : changes.events) {
    table.AddRow({When(history, event), Library(history, event), event.case_name, Sizes(event), Factor(event),
                  fmt::format("{:.2g}", event.p_value), KindText(event.kind), Whose(event)},
                 Color(event));
  }
  return table;
}

std::string EventText(const History& history, const Event& event) {
  const std::string what = fmt::format("{}{}{} ({} of {} series), {}", event.case_name, event.sizes.empty() ? "" : ", ",
                                       event.sizes, event.series.size(), event.measured, FormatChange(event.ratio));
  if (IsDrift(event)) {
    return fmt::format("{} slowly from {} to {}", what, history.runs[event.run].started_at.substr(0, 10),
                       history.runs[event.run_until].started_at.substr(0, 10));
  }
  return fmt::format("{} since run {} ({})", what, history.runs[event.run].run_id.substr(0, 8),
                     Library(history, event));
}

Json ToJson(const History& history, const Changes& changes) {
  Json events = Json::array();
  for (const Event& event : changes.events) events.push_back(EventJson(history, event));
  return {{"runs", history.runs.size()},
          {"sequences", changes.sequences},
          {"too_short", changes.too_short},
          {"events", events}};
}

}  // namespace mpigauge
