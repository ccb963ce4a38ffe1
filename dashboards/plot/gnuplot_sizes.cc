#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "dashboards/plot/gnuplot.h"

namespace mpigauge {
namespace {

constexpr std::array kColors = {"#59636e", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00"};
constexpr std::size_t kMostSizes = 12;

// Where sizes stand on the axis; on a logarithmic one 0 bytes are one step left of the smallest.
class Places {
 public:
  explicit Places(const SizeFigure& figure) : figure_(figure) {
    for (const SizeCurve& curve : figure.curves) {
      for (const SizePoint& point : curve.points) places_[point.size] = static_cast<double>(point.size);
    }
    const bool has_zero = places_.contains(0) && !figure.settings.linear;
    if (has_zero) places_[0] = places_.size() > 1 ? std::next(places_.begin())->second / 2 : 1;
  }

  double At(std::int64_t size) const { return places_.at(size); }

  // The axis, with or without its labels.
  std::string Settings(bool labeled) const {
    const std::size_t step = (places_.size() + kMostSizes - 1) / kMostSizes;
    std::string tics;
    std::size_t count = 0;
    for (const auto& [size, place] : places_) {
      if (count++ % step != 0) continue;
      tics += fmt::format("{}'{}' {}", tics.empty() ? "" : ", ", labeled ? SizeLabel(figure_, size) : "", place);
    }
    const double least = places_.begin()->second;
    const double most = places_.rbegin()->second;
    if (figure_.settings.linear) {
      const double margin = std::max((most - least) * 0.04, 0.5);
      return fmt::format("set xrange [{}:{}]\nset xtics ({})\n", least - margin, most + margin, tics);
    }
    return fmt::format("set logscale x 2\nset xrange [{}:{}]\nset xtics ({})\n", least / 1.4, most * 1.4, tics);
  }

 private:
  const SizeFigure& figure_;
  std::map<std::int64_t, double> places_;
};

std::string Data(const SizeFigure& figure, const Places& places, const TimeUnit& unit) {
  std::string data;
  for (std::size_t i = 0; i < figure.curves.size(); ++i) {
    data += fmt::format("$curve{} << END\n", i);
    for (const SizePoint& point : figure.curves[i].points) {
      data += fmt::format("{:.6g} {:.6g} {:.6g} {:.6g}\n", places.At(point.size), point.seconds * unit.per_second,
                          point.low * unit.per_second, point.high * unit.per_second);
    }
    data += "END\n";
  }
  if (figure.changes.empty()) return data;
  const auto percent = [](double ratio) { return (ratio - 1) * 100; };
  data += "$changes << END\n";
  for (const SeriesComparison& one : figure.changes) {
    data += fmt::format("{:.6g} {:.6g} {:.6g} {:.6g} {:.6g} {}\n",
                        places.At(ParameterOr(one.parameters, figure.settings.over, 0)), percent(one.ratio),
                        percent(std::isfinite(one.low) ? one.low : one.ratio),
                        percent(std::isfinite(one.high) ? one.high : one.ratio), one.tolerance * 100,
                        one.verdict == Verdict::kFail ? 1 : 0);
  }
  return data + "END\n";
}

// mpptest's graph of a curve: the minimum and the maximum as lines, the averages as points.
std::string ObservationCommands(std::size_t i, const std::string& color, const std::string& label) {
  const auto title = [&](const char* what) { return GnuplotText(label + ", " + what); };
  return fmt::format(
      "{}$curve{} using 1:4 with lines lw 1 dt 2 lc rgb '{}' title {}, "
      "$curve{} using 1:2 with points pt 7 ps 0.6 lc rgb '{}' title {}, "
      "$curve{} using 1:3 with lines lw 2 lc rgb '{}' title {}",
      i == 0 ? "plot " : ", ", i, color, title("maximum"), i, color, title("average"), i, color, title("minimum"));
}

std::string CurveCommands(const SizeFigure& figure) {
  std::string plot;
  for (std::size_t i = 0; i < figure.curves.size(); ++i) {
    const char* color = kColors[i % kColors.size()];
    if (figure.settings.values == PlotValues::kObservations) {
      plot += ObservationCommands(i, color, figure.curves[i].label);
      continue;
    }
    plot += fmt::format(
        "{}$curve{} using 1:3:4 with filledcurves fc rgb '{}' fs transparent solid 0.2 noborder notitle, "
        "$curve{} using 1:2 with linespoints lw 2 pt {} ps 0.6 lc rgb '{}' title {}",
        i == 0 ? "plot " : ", ", i, color, i, 7 + 2 * (i % 3), color, GnuplotText(figure.curves[i].label));
  }
  return plot + "\n";
}

// Below the curves: the change with its interval, the tolerance dashed; what fails is vermilion.
constexpr const char* kChanges =
    "unset title\nunset logscale y\nset format y '%+g%%'\nset ylabel 'change'\n"
    "set yrange [*:*]\nset offsets 0, 0, graph 0.1, graph 0.1\n"
    "plot 0 with lines lw 1 lc rgb '#59636e' notitle, "
    "$changes using 1:5 with lines dt 2 lw 1 lc rgb '#d55e00' title 'tolerance', "
    "$changes using 1:($6==0?$2:1/0):3:4 with yerrorbars pt 7 ps 0.6 lw 1.5 lc rgb '#0072b2' title 'change', "
    "$changes using 1:($6==1?$2:1/0):3:4 with yerrorbars pt 13 ps 1 lw 1.5 lc rgb '#d55e00' title 'fail'\n";

}  // namespace

std::string GnuplotScript(const SizeFigure& figure, const PictureFile& file) {
  double logarithms = 0;
  double count = 0;
  for (const SizeCurve& curve : figure.curves) {
    for (const SizePoint& point : curve.points) logarithms += std::log(point.seconds);
    count += static_cast<double>(curve.points.size());
  }
  const Places places(figure);
  const TimeUnit unit = TimeUnitFor(std::exp(logarithms / count));
  const std::string script = GnuplotOutput(file, 1.45) + Data(figure, places, unit) +
                             fmt::format("{}set ylabel 'time ({})'\nset key top left Left reverse\nset title {}\n",
                                         figure.settings.linear ? "set yrange [0:*]\n" : "set logscale y 10\n",
                                         unit.name, GnuplotText(figure.title));
  const std::string size_label =
      fmt::format("set xlabel '{}'\n", figure.settings.over == "bytes" ? "message size" : "ranks");
  if (figure.changes.empty()) {
    return script + places.Settings(true) + size_label + CurveCommands(figure);
  }
  return script + "set multiplot\nset lmargin at screen 0.13\nset rmargin at screen 0.97\n" +
         "set tmargin at screen 0.92\nset bmargin at screen 0.43\n" + places.Settings(false) + CurveCommands(figure) +
         "set tmargin at screen 0.39\nset bmargin at screen 0.13\n" + places.Settings(true) + size_label + kChanges +
         "unset multiplot\n";
}

}  // namespace mpigauge
