#include "dashboards/plot/sequence_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/units.h"
#include "baselines/history/sequence.h"
#include "dashboards/plot/text_canvas.h"
#include "dashboards/plot/text_sequence.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

// Points by identity and run.
using Points = std::map<std::pair<std::string, std::string>, const HistoryPoint*>;

SequencePoint PointOf(const HistoryRun& run, double seconds, const HistoryPoint* point) {
  SequencePoint made{run.run_id, run.library, run.started_at, seconds, seconds, seconds};
  if (point != nullptr && !point->medians_seconds.empty()) {
    const Summary summary = Summarize(point->medians_seconds);
    made.low = summary.minimum;
    made.high = summary.maximum;
  }
  return made;
}

}  // namespace

std::vector<SequenceFigure> SequenceFigures(const History& history, const std::vector<HistoryPoint>& points,
                                            const ChangesSettings& settings) {
  Points by_run;
  for (const HistoryPoint& point : points) by_run[{point.identity, point.run_id}] = &point;
  const std::vector<std::uint32_t> tracks = FindTracks(history.runs);
  std::map<std::pair<std::uint32_t, std::uint32_t>, SequenceFigure> figures;
  for (std::uint32_t place = 0; place < history.series.size(); ++place) {
    const SeriesHistory& series = history.series[place];
    for (std::size_t i = 0; i < series.runs.size(); ++i) {
      const HistoryRun& run = history.runs[series.runs[i]];
      SequenceFigure& figure = figures[{place, tracks[series.runs[i]]}];
      figure.identity = series.identity;
      const auto point = by_run.find({series.identity, run.run_id});
      figure.points.push_back(
          PointOf(run, std::exp(series.log_seconds[i]), point == by_run.end() ? nullptr : point->second));
    }
  }
  for (const SeriesMovement& found : FindAllMovements(history, tracks, settings).movements) {
    figures[{found.series, found.track}].movements.push_back(found.movement);
  }
  std::vector<SequenceFigure> all;
  for (auto& [key, figure] : figures) all.push_back(std::move(figure));
  return all;
}

namespace {

// "2026-01-10 1a2b3c4d +6.0%, step, p 0.005, 4.1.4 -> 4.1.5".
std::string MovementText(const SequenceFigure& figure, const Movement& movement) {
  const SequencePoint& first = figure.points[movement.begin];
  const bool drift = movement.kind == Movement::Kind::kDrift;
  const std::size_t before = drift || movement.begin == 0 ? movement.begin : movement.begin - 1;
  const std::string& old_library = figure.points[before].library;
  const SequencePoint& last = figure.points[movement.end - 1];
  const std::string until = drift ? " to " + last.started_at.substr(0, 10) : "";
  return fmt::format("{}{} {} {}, {}, p {:.2g}, {}", first.started_at.substr(0, 10), until, first.run_id.substr(0, 8),
                     FormatChange(std::exp(movement.change)), KindText(movement.kind), movement.p_value,
                     old_library == last.library ? last.library : old_library + " -> " + last.library);
}

}  // namespace

std::string SequenceText(const SequenceFigure& figure, std::size_t columns, bool colors) {
  if (figure.points.size() < 2) return "";
  const std::size_t margin = TextCanvas::Margin().size();
  TextSequenceSettings settings;
  settings.width = std::max(columns, 2 * margin) - margin;
  settings.colors = colors;
  const auto day = [](const SequencePoint& point) { return point.started_at.substr(0, 10); };
  const bool one_day = day(figure.points.front()) == day(figure.points.back());
  std::vector<double> seconds;
  for (const SequencePoint& point : figure.points) {
    seconds.push_back(point.seconds);
    const bool has_time = point.started_at.size() >= 16;  // 2026-11-20T16:05:00Z
    settings.labels.push_back(one_day && has_time ? point.started_at.substr(11, 5) : day(point));
  }
  std::string text = fmt::format("{}: {} runs, {} to {}\n", figure.identity, figure.points.size(),
                                 figure.points.front().started_at, figure.points.back().started_at) +
                     TextSequence(seconds, figure.movements, settings);
  for (const Movement& movement : figure.movements) text += "  " + MovementText(figure, movement) + "\n";
  if (figure.movements.empty() && figure.points.size() < kFewestRuns) {
    text += fmt::format("  changes are looked for from {} runs on\n", kFewestRuns);
  }
  return text;
}

Json ToJson(const std::vector<SequenceFigure>& figures) {
  Json all = Json::array();
  for (const SequenceFigure& figure : figures) {
    Json points = Json::array();
    for (const SequencePoint& point : figure.points) {
      points.push_back({{"run_id", point.run_id},
                        {"library", point.library},
                        {"started_at", point.started_at},
                        {"median_seconds", point.seconds},
                        {"low_seconds", point.low},
                        {"high_seconds", point.high}});
    }
    Json changes = Json::array();
    for (const Movement& movement : figure.movements) {
      changes.push_back({{"run_id", figure.points[movement.begin].run_id},
                         {"kind", KindText(movement.kind)},
                         {"ratio", std::exp(movement.change)},
                         {"p_value", movement.p_value}});
    }
    all.push_back({{"identity", figure.identity}, {"points", points}, {"changes", changes}});
  }
  return all;
}

}  // namespace mpigauge
