#include <fmt/format.h>

#include <CLI/App.hpp>
#include <cmath>
#include <memory>
#include <set>
#include <vector>

#include "base/escape.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/table.h"
#include "base/units.h"
#include "dashboards/plot/sequence_figure.h"
#include "mpigauge/history_source.h"
#include "mpigauge/shared_options.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

struct SeriesOptions {
  HistoryOptions history;
  std::string series;
  bool json = false;
};

ExitCode ListSeries(Store& store, const SeriesOptions& options, CommandContext& context) {
  const std::vector<std::string> names = store.history().SeriesNames();
  if (options.json) {
    context.streams.out << JsonText(Json(names));
  } else {
    for (const std::string& name : names) context.streams.out << TerminalEscaped(name) << "\n";
  }
  return ExitCode::kPass;
}

void PrintPlots(const std::vector<SequenceFigure>& figures, const SeriesOptions& options, CommandContext& context) {
  for (const SequenceFigure& figure : figures) {
    const std::string text = SequenceText(figure, context.streams.columns, context.streams.out_colors);
    if (!text.empty()) context.streams.out << text << "\n";
  }
  if (!figures.empty() || options.history.library.empty()) return;
  context.streams.out << fmt::format("no run of a library that matches '{}'\n\n", options.history.library);
}

// The change that begins at a point, for the JSON; null where none does.
Json ChangeAt(const HistoryPoint& point, const std::vector<SequenceFigure>& figures) {
  for (const SequenceFigure& figure : figures) {
    if (figure.identity != point.identity) continue;
    for (const Movement& movement : figure.movements) {
      if (figure.points[movement.begin].run_id != point.run_id) continue;
      return {{"kind", KindText(movement.kind)}, {"ratio", std::exp(movement.change)}, {"p_value", movement.p_value}};
    }
  }
  return nullptr;
}

void PrintPoints(const std::vector<HistoryPoint>& points, const SeriesOptions& options,
                 const std::vector<SequenceFigure>& figures, CommandContext& context) {
  Table table({{"started", Table::Align::kLeft},
               {"run", Table::Align::kLeft},
               {"library", Table::Align::kLeft},
               {"median"},
               {"smallest"},
               {"largest"},
               {"launches"},
               {"measured as", Table::Align::kLeft}});
  Json json = Json::array();
  for (const HistoryPoint& point : points) {
    const Summary summary = Summarize(point.medians_seconds);
    const std::string method = point.identity.substr(options.series.size() + 1);
    table.AddRow({point.started_at, point.run_id.substr(0, 8), point.library, FormatSeconds(summary.median),
                  FormatSeconds(summary.minimum), FormatSeconds(summary.maximum), std::to_string(summary.count),
                  method});
    json.push_back({{"started_at", point.started_at},
                    {"run_id", point.run_id},
                    {"library", point.library},
                    {"median_seconds", summary.median},
                    {"launches_seconds", point.medians_seconds},
                    {"measured_as", method},
                    {"change", ChangeAt(point, figures)}});
  }
  context.streams.out << (options.json ? JsonText(json) : table.Text(false));
}

ExitCode Execute(const SeriesOptions& options, CommandContext& context) {
  Store store = OpenForHistory(context);
  if (options.series.empty()) return ListSeries(store, options, context);
  std::vector<HistoryPoint> points =
      store.history().Points(options.series);  // names similar series where there is none
  const auto matches = Matching(options.history.library, "--library");
  std::erase_if(points, [&](const HistoryPoint& point) { return !matches(point.library); });
  const std::set<std::string> left_out = RunsLeftOut(store, options.history);
  const std::size_t erased =
      std::erase_if(points, [&](const HistoryPoint& point) { return left_out.contains(point.run_id); });
  const History history = ReadHistory(store, options.history, left_out,
                                      [&](const SeriesRecord& series) { return series.name == options.series; });
  const auto figures = SequenceFigures(history, points, options.history.ToSettings());
  if (!options.json) PrintPlots(figures, options, context);
  PrintPoints(points, options, figures, context);
  if (!options.json && erased > 0) {
    context.streams.out << fmt::format("{}{}\n", Counted(points.size(), "run"), LeftOutText(erased));
  }
  return ExitCode::kPass;
}

}  // namespace

void AddHistoryCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<SeriesOptions>();
  CLI::App* command = app.add_subcommand("history", "Plot a series over all runs, or list the series");
  command->footer(R"(Examples:
  mpigauge history
  mpigauge history allreduce/bytes:8/ranks:2
  mpigauge history allreduce/bytes:8/ranks:2 --library nightly --at-least 3%

In the plot '*' is the median of a run (of several runs where there are more than columns), '-' the level between
changes; below it '^' marks a step up (slower), 'v' a step down (faster), '/' and '\' a drift.)");
  command->add_option("series", options->series, "The name of a series");
  options->history.AddTo(*command);
  AddFormatOption(*command, options->json);
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge
