#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "baselines/history/text_plot.h"
#include "baselines/history/track.h"
#include "ci/cli/history_source.h"
#include "harness/base/json.h"
#include "harness/base/table.h"
#include "harness/base/units.h"
#include "harness/stats/summary.h"

namespace mpigauge {
namespace {

struct SeriesOptions {
  HistoryOptions history;
  std::string series;
  bool json = false;
};

ExitCode ListSeries(Store& store, const SeriesOptions& options, CommandContext& context) {
  const std::vector<std::string> names = store.SeriesNames();
  if (options.json) {
    context.streams.out << JsonText(Json(names));
  } else {
    for (const std::string& name : names) context.streams.out << name << "\n";
  }
  return ExitCode::kPass;
}

// What is drawn as one: the runs of one identity on one track, and what changed in them.
struct Sequence {
  std::string identity;
  std::vector<std::uint32_t> runs;
  std::vector<double> seconds;
  std::vector<Movement> movements;
};

std::vector<Sequence> FindSequences(const History& history, const ChangesSettings& settings) {
  const std::vector<std::uint32_t> tracks = FindTracks(history.runs);
  std::map<std::pair<std::uint32_t, std::uint32_t>, Sequence> sequences;
  for (std::uint32_t place = 0; place < history.series.size(); ++place) {
    const SeriesHistory& series = history.series[place];
    for (std::size_t i = 0; i < series.runs.size(); ++i) {
      Sequence& sequence = sequences[{place, tracks[series.runs[i]]}];
      sequence.identity = series.identity;
      sequence.runs.push_back(series.runs[i]);
      sequence.seconds.push_back(std::exp(series.log_seconds[i]));
    }
  }
  for (const SeriesMovement& found : FindAllMovements(history, tracks, settings).movements) {
    sequences[{found.series, found.track}].movements.push_back(found.movement);
  }
  std::vector<Sequence> all;
  for (auto& [key, sequence] : sequences) all.push_back(std::move(sequence));
  return all;
}

// "1: 2026-01-10 1a2b3c4d +6.0%, step, p 0.005, 4.1.4 -> 4.1.5".
std::string MovementText(const History& history, const Sequence& sequence, const Movement& movement) {
  const HistoryRun& run = history.runs[sequence.runs[movement.begin]];
  const bool drift = movement.kind == Movement::Kind::kDrift;
  const std::size_t before = drift || movement.begin == 0 ? movement.begin : movement.begin - 1;
  const std::string& old_library = history.runs[sequence.runs[before]].library;
  const HistoryRun& last = history.runs[sequence.runs[movement.end - 1]];
  const std::string until = drift ? " to " + last.started_at.substr(0, 10) : "";
  return fmt::format("{}{} {} {}, {}, p {:.2g}, {}", run.started_at.substr(0, 10), until, run.run_id.substr(0, 8),
                     FormatChange(std::exp(movement.change)), KindText(movement.kind), movement.p_value,
                     old_library == last.library ? last.library : old_library + " -> " + last.library);
}

void PrintPlots(const History& history, const std::vector<Sequence>& sequences, const SeriesOptions& options,
                CommandContext& context) {
  TextPlotSettings settings;
  settings.colors = context.streams.out_colors;
  for (const Sequence& sequence : sequences) {
    if (sequence.seconds.size() < 2) continue;
    context.streams.out << fmt::format("{}: {} runs, {} to {}\n", sequence.identity, sequence.runs.size(),
                                       history.runs[sequence.runs.front()].started_at,
                                       history.runs[sequence.runs.back()].started_at)
                        << TextPlot(sequence.seconds, sequence.movements, settings);
    for (const Movement& movement : sequence.movements) {
      context.streams.out << "  " << MovementText(history, sequence, movement) << "\n";
    }
    if (sequence.movements.empty() && sequence.runs.size() < kFewestRuns) {
      context.streams.out << fmt::format("  changes are looked for from {} runs on\n", kFewestRuns);
    }
    context.streams.out << "\n";
  }
  if (!sequences.empty() || options.history.library.empty()) return;
  context.streams.out << fmt::format("no run of a library that matches '{}'\n\n", options.history.library);
}

// The change that begins at a point, for the JSON; null where none does.
Json ChangeAt(const HistoryPoint& point, const History& history, const std::vector<Sequence>& sequences) {
  for (const Sequence& sequence : sequences) {
    if (sequence.identity != point.identity) continue;
    for (const Movement& movement : sequence.movements) {
      if (history.runs[sequence.runs[movement.begin]].run_id != point.run_id) continue;
      return {{"kind", KindText(movement.kind)}, {"ratio", std::exp(movement.change)}, {"p_value", movement.p_value}};
    }
  }
  return nullptr;
}

void PrintPoints(const std::vector<HistoryPoint>& points, const SeriesOptions& options, const History& history,
                 const std::vector<Sequence>& sequences, CommandContext& context) {
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
                    {"change", ChangeAt(point, history, sequences)}});
  }
  context.streams.out << (options.json ? JsonText(json) : table.Text(false));
}

ExitCode Execute(const SeriesOptions& options, CommandContext& context) {
  Store store = OpenForHistory(context);
  if (options.series.empty()) return ListSeries(store, options, context);
  std::vector<HistoryPoint> points = store.History(options.series);  // names similar series where there is none
  if (!options.history.library.empty()) {
    const auto matches = Matching(options.history.library, "--library");
    std::erase_if(points, [&](const HistoryPoint& point) { return !matches(point.library); });
  }
  const History history =
      ReadHistory(store, options.history, [&](const SeriesRecord& series) { return series.name == options.series; });
  const std::vector<Sequence> sequences = FindSequences(history, options.history.ToSettings());
  if (!options.json) PrintPlots(history, sequences, options, context);
  PrintPoints(points, options, history, sequences, context);
  return ExitCode::kPass;
}

}  // namespace

void AddHistoryCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<SeriesOptions>();
  CLI::App* command = app.add_subcommand(
      "history", "A series over all runs: a plot with its changes, and a table; without a name: which there are");
  command->footer(R"(Examples:
  mpigauge history
  mpigauge history allreduce/bytes:8/ranks:2
  mpigauge history allreduce/bytes:8/ranks:2 --library nightly --at-least 3%

In the plot '*' is the median of a run (of several runs where there are more than columns), '-' the level between
changes; below it '^' marks a step up (slower), 'v' a step down (faster), '/' and '\' a drift.)");
  command->add_option("series", options->series, "The name of a series");
  options->history.AddTo(*command);
  command->add_flag("--json", options->json, "Print JSON");
  command->callback(
      [options, &context] { context.selected = [options, &context] { return Execute(*options, context); }; });
}

}  // namespace mpigauge
