#include "dashboards/plot/size_figure.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/units.h"
#include "baselines/compare/comparison_json.h"
#include "baselines/compare/merge.h"
#include "record/record.h"

namespace mpigauge {
namespace {

std::set<std::string_view> Segments(std::string_view name) {
  std::set<std::string_view> segments;
  while (true) {
    const auto slash = name.find('/');
    segments.insert(name.substr(0, slash));
    if (slash == std::string_view::npos) return segments;
    name.remove_prefix(slash + 1);
  }
}

std::string TitleOf(const SeriesRecord& series, const std::string& over) {
  Parameters parameters = series.parameters;
  std::erase_if(parameters, [&](const auto& parameter) { return parameter.first == over; });
  return SeriesName(series.case_name, parameters);
}

// Returns the observations of a launch, without those of its warm-up.
std::vector<double> SettledTimes(const SeriesRecord& series) {
  std::vector<double> times = series.Times();
  times.erase(times.begin(), times.begin() + series.warm_up_observations);
  return times;
}

// Takes all observations of the launches; false if there are none.
bool TakeObservations(const std::vector<LaunchRecord>& launches, const SeriesRecord& wanted, SizePoint& point) {
  std::vector<double> times;
  for (const LaunchRecord& launch : launches) {
    for (const SeriesRecord& series : launch.series) {
      if (series.name != wanted.name || series.method != wanted.method || !HasFigure(series)) continue;
      const std::vector<double> more = SettledTimes(series);
      times.insert(times.end(), more.begin(), more.end());
    }
  }
  if (times.empty()) return false;
  const Summary summary = Summarize(times);
  point.seconds = summary.mean;
  point.low = summary.minimum;
  point.high = summary.maximum;
  return true;
}

std::optional<SizePoint> PointOf(const MergedSeries& merged, const std::vector<LaunchRecord>& launches,
                                 const SizeSettings& settings) {
  const auto [low, high] = std::minmax_element(merged.launches_seconds.begin(), merged.launches_seconds.end());
  SizePoint point{ParameterOr(merged.series->parameters, settings.over, -1),
                  merged.series->name,
                  merged.seconds,
                  *low,
                  *high,
                  merged.launches_seconds.size()};
  const bool observations = settings.values == PlotValues::kObservations;
  if (observations && !TakeObservations(launches, *merged.series, point)) return std::nullopt;
  return point;
}

// The figures in the order in which they are met first.
class Figures {
 public:
  explicit Figures(SizeSettings settings) : settings_(std::move(settings)) {}

  void Add(const Side& of, std::size_t side, const MergedSeries& merged) {
    const auto point = PointOf(merged, of.launches, settings_);
    if (!point) return;
    const std::string title = TitleOf(*merged.series, settings_.over);
    const std::string method = merged.series->method.Text();
    const auto [place, is_new] = places_.try_emplace({title, method}, figures_.size());
    if (is_new) figures_.push_back({settings_, title, method, {}, {}});
    SizeFigure& figure = figures_[place->second];
    if (sides_.insert({place->second, side}).second) figure.curves.push_back({of.label, {}});
    figure.curves.back().points.push_back(*point);
  }

  std::vector<SizeFigure> Take() { return std::move(figures_); }

 private:
  SizeSettings settings_;
  std::map<std::pair<std::string, std::string>, std::size_t> places_;
  std::set<std::pair<std::size_t, std::size_t>> sides_;
  std::vector<SizeFigure> figures_;
};

void AddChanges(const Comparison& comparison, SizeFigure& figure) {
  std::set<std::string_view> names;
  for (const SizeCurve& curve : figure.curves) {
    for (const SizePoint& point : curve.points) names.insert(point.series);
  }
  for (const SeriesComparison& series : comparison.series) {
    if (names.contains(series.name) && std::isfinite(series.ratio)) figure.changes.push_back(series);
  }
  const auto size = [&](const SeriesComparison& series) {
    return ParameterOr(series.parameters, figure.settings.over, -1);
  };
  std::sort(figure.changes.begin(), figure.changes.end(),
            [&](const auto& a, const auto& b) { return size(a) < size(b); });
}

}  // namespace

bool IsPartOf(std::string_view part, std::string_view series) {
  if (part.substr(0, part.find('/')) != series.substr(0, series.find('/'))) return false;
  const auto wanted = Segments(part);
  const auto there = Segments(series);
  return std::includes(there.begin(), there.end(), wanted.begin(), wanted.end());
}

std::vector<SizeFigure> SizeFigures(const std::vector<Side>& sides, const std::string& part,
                                    const std::optional<Comparison>& comparison, const SizeSettings& settings) {
  Figures figures(settings);
  for (std::size_t side = 0; side < sides.size(); ++side) {
    for (const MergedSeries& merged : MergeLaunches(sides[side].launches, "median")) {
      const bool drawn = merged.seconds > 0 && ParameterOr(merged.series->parameters, settings.over, -1) >= 0;
      if (drawn && IsPartOf(part, merged.series->name)) figures.Add(sides[side], side, merged);
    }
  }
  std::vector<SizeFigure> all = figures.Take();
  for (SizeFigure& figure : all) {
    for (SizeCurve& curve : figure.curves) {
      std::sort(curve.points.begin(), curve.points.end(),
                [](const SizePoint& a, const SizePoint& b) { return a.size < b.size; });
    }
    if (comparison) AddChanges(*comparison, figure);
  }
  return all;
}

std::string SizeLabel(const SizeFigure& figure, std::int64_t size) {
  return figure.settings.over == "bytes" ? FormatBytes(size) : std::to_string(size);
}

Json ToJson(const SizeFigure& figure) {
  const bool observations = figure.settings.values == PlotValues::kObservations;
  Json curves = Json::array();
  for (const SizeCurve& curve : figure.curves) {
    Json points = Json::array();
    for (const SizePoint& point : curve.points) {
      points.push_back({{figure.settings.over, point.size},
                        {"series", point.series},
                        {observations ? "mean_seconds" : "median_seconds", point.seconds},
                        {observations ? "minimum_seconds" : "low_seconds", point.low},
                        {observations ? "maximum_seconds" : "high_seconds", point.high},
                        {"launches", point.launches}});
    }
    curves.push_back({{"label", curve.label}, {"points", points}});
  }
  Json changes = Json::array();
  for (const SeriesComparison& change : figure.changes) changes.push_back(ToJson(change));
  return {{"title", figure.title}, {"measured_as", figure.measured_as}, {"curves", curves}, {"changes", changes}};
}

}  // namespace mpigauge
