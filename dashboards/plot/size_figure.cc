#include "dashboards/plot/size_figure.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "baselines/compare/comparison_json.h"
#include "baselines/compare/merge.h"
#include "harness/record/series_name.h"

namespace mpigauge {
namespace {

constexpr std::string_view kBytes = "bytes";

std::set<std::string_view> Segments(std::string_view name) {
  std::set<std::string_view> segments;
  while (true) {
    const auto slash = name.find('/');
    segments.insert(name.substr(0, slash));
    if (slash == std::string_view::npos) return segments;
    name.remove_prefix(slash + 1);
  }
}

std::string TitleOf(const SeriesRecord& series) {
  Parameters parameters = series.parameters;
  std::erase_if(parameters, [](const auto& parameter) { return parameter.first == kBytes; });
  return SeriesName(series.case_name, parameters);
}

SizePoint PointOf(const MergedSeries& merged) {
  const auto [low, high] = std::minmax_element(merged.launches_seconds.begin(), merged.launches_seconds.end());
  return {ParameterOr(merged.series.parameters, kBytes, -1),
          merged.series.name,
          merged.seconds,
          *low,
          *high,
          merged.launches_seconds.size()};
}

// The figures in the order in which they are met first.
class Figures {
 public:
  void Add(const std::string& label, std::size_t side, const MergedSeries& merged) {
    const std::string title = TitleOf(merged.series);
    const std::string method = merged.series.method.Text();
    const auto [place, is_new] = places_.try_emplace({title, method}, figures_.size());
    if (is_new) figures_.push_back({title, method, {}, {}});
    SizeFigure& figure = figures_[place->second];
    if (sides_.insert({place->second, side}).second) figure.curves.push_back({label, {}});
    figure.curves.back().points.push_back(PointOf(merged));
  }

  std::vector<SizeFigure> Take() { return std::move(figures_); }

 private:
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
  const auto bytes = [](const SeriesComparison& series) { return ParameterOr(series.parameters, kBytes, -1); };
  std::sort(figure.changes.begin(), figure.changes.end(),
            [&](const auto& a, const auto& b) { return bytes(a) < bytes(b); });
}

}  // namespace

bool IsPartOf(std::string_view part, std::string_view series) {
  if (part.substr(0, part.find('/')) != series.substr(0, series.find('/'))) return false;
  const auto wanted = Segments(part);
  const auto there = Segments(series);
  return std::includes(there.begin(), there.end(), wanted.begin(), wanted.end());
}

std::vector<SizeFigure> SizeFigures(const std::vector<Side>& sides, const std::string& part,
                                    const std::optional<Comparison>& comparison) {
  Figures figures;
  for (std::size_t side = 0; side < sides.size(); ++side) {
    for (const MergedSeries& merged : MergeLaunches(sides[side].launches, "median")) {
      const bool drawn = merged.seconds > 0 && ParameterOr(merged.series.parameters, kBytes, -1) >= 0;
      if (drawn && IsPartOf(part, merged.series.name)) figures.Add(sides[side].label, side, merged);
    }
  }
  std::vector<SizeFigure> all = figures.Take();
  for (SizeFigure& figure : all) {
    for (SizeCurve& curve : figure.curves) {
      std::sort(curve.points.begin(), curve.points.end(),
                [](const SizePoint& a, const SizePoint& b) { return a.bytes < b.bytes; });
    }
    if (comparison) AddChanges(*comparison, figure);
  }
  return all;
}

Json ToJson(const SizeFigure& figure) {
  Json curves = Json::array();
  for (const SizeCurve& curve : figure.curves) {
    Json points = Json::array();
    for (const SizePoint& point : curve.points) {
      points.push_back({{"bytes", point.bytes},
                        {"series", point.series},
                        {"median_seconds", point.seconds},
                        {"low_seconds", point.low},
                        {"high_seconds", point.high},
                        {"launches", point.launches}});
    }
    curves.push_back({{"label", curve.label}, {"points", points}});
  }
  Json changes = Json::array();
  for (const SeriesComparison& change : figure.changes) changes.push_back(ToJson(change));
  return {{"title", figure.title}, {"measured_as", figure.measured_as}, {"curves", curves}, {"changes", changes}};
}

}  // namespace mpigauge
