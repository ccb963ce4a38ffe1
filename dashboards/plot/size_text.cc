#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "base/table.h"
#include "base/units.h"
#include "baselines/format/findings.h"
#include "baselines/format/phrases.h"
#include "dashboards/plot/size_figure.h"
#include "dashboards/plot/text_canvas.h"

namespace mpigauge {
namespace {

constexpr std::size_t kHeight = 16;
constexpr std::size_t kColumnWidth = 5;  // of a size
constexpr std::string_view kMarks = "*o+x#%";

// The columns of all sizes of the figure: side by side, or where they stand on a line.
class Columns {
 public:
  explicit Columns(const SizeFigure& figure) {
    std::set<std::int64_t> sizes;
    for (const SizeCurve& curve : figure.curves) {
      for (const SizePoint& point : curve.points) sizes.insert(point.size);
    }
    width_ = sizes.size() * kColumnWidth;
    const auto range = static_cast<double>(*sizes.rbegin() - *sizes.begin());
    const auto most = static_cast<double>(width_ - kColumnWidth);
    std::size_t place = 0;
    for (const std::int64_t size : sizes) {
      const double share = range > 0 ? static_cast<double>(size - *sizes.begin()) / range : 0;
      const std::size_t start =
          figure.settings.linear ? static_cast<std::size_t>(std::lround(share * most)) : place * kColumnWidth;
      columns_[size] = start + kColumnWidth / 2;
      ++place;
    }
  }

  std::size_t At(std::int64_t size) const { return columns_.at(size); }
  std::size_t width() const { return width_; }
  const std::map<std::int64_t, std::size_t>& all() const { return columns_; }

 private:
  std::map<std::int64_t, std::size_t> columns_;
  std::size_t width_ = 0;
};

void PutCurve(const SizeCurve& curve, char mark, const Columns& columns, TextCanvas& canvas) {
  for (const SizePoint& point : curve.points) {
    const std::size_t column = columns.At(point.size);
    for (std::size_t row = canvas.Row(point.high); row <= canvas.Row(point.low); ++row) {
      if (canvas.At(column, row) == ' ') canvas.PutAt(column, row, '|');
    }
    const std::size_t row = canvas.Row(point.seconds);
    const char there = canvas.At(column, row);
    canvas.PutAt(column, row, there == ' ' || there == '|' ? mark : '@');
  }
}

// "8", "4K", "1M": what fits below a point, and does not run into the one before; other sizes are left out.
std::string SizeLabels(const SizeFigure& figure, const Columns& columns) {
  std::string line(columns.width(), ' ');
  std::size_t free = 0;
  for (const auto& [size, column] : columns.all()) {
    std::string label = SizeLabel(figure, size);
    label.erase(std::remove(label.begin(), label.end(), ' '), label.end());
    for (const std::string_view unit : {"iB", "B"}) {
      if (label.ends_with(unit)) label.erase(label.size() - unit.size());
    }
    const std::size_t start = column - label.size() / 2;
    if (label.size() >= kColumnWidth || start < free) continue;
    line.replace(start, label.size(), label);
    free = start + label.size() + 1;
  }
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

std::string Curves(const SizeFigure& figure) {
  const Columns columns(figure);
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (const SizeCurve& curve : figure.curves) {
    for (const SizePoint& point : curve.points) {
      least = std::min(least, point.low);
      most = std::max(most, point.high);
    }
  }
  TextCanvas canvas(columns.width(), kHeight, figure.settings.linear ? 0 : least, most,
                    figure.settings.linear ? TextCanvas::Scale::kLinear : TextCanvas::Scale::kLogarithmic);
  std::string legend;
  for (std::size_t i = 0; i < figure.curves.size(); ++i) {
    const char mark = kMarks[i % kMarks.size()];
    PutCurve(figure.curves[i], mark, columns, canvas);
    legend += fmt::format("  {} {}", mark, figure.curves[i].label);
  }
  if (figure.curves.size() > 1) legend += "  @ several";
  return canvas.Text() + TextCanvas::Margin() + SizeLabels(figure, columns) + "\n" + legend +
         (figure.settings.values == PlotValues::kObservations ? " average  | minimum to maximum of the observations\n"
                                                              : "  | smallest to largest launch\n");
}

// One row for each size: '*' the change, '[' and ']' its interval, ':' no change, '!' the tolerance.
class ChangeBar {
 public:
  explicit ChangeBar(const std::vector<SeriesComparison>& changes) {
    for (const SeriesComparison& one : changes) {
      least_ = std::min({least_, std::isfinite(one.low) ? one.low : one.ratio, one.ratio});
      most_ = std::max({most_, std::isfinite(one.high) ? one.high : one.ratio, one.ratio, 1 + one.tolerance});
    }
  }

  std::string Text(const SeriesComparison& one) const {
    std::string bar(kWidth, ' ');
    bar[Column(1)] = ':';
    bar[Column(1 + one.tolerance)] = '!';
    if (std::isfinite(one.low)) bar[Column(one.low)] = '[';
    if (std::isfinite(one.high)) bar[Column(one.high)] = ']';
    bar[Column(one.ratio)] = '*';
    return bar;
  }

 private:
  static constexpr std::size_t kWidth = 41;
  std::size_t Column(double ratio) const {
    const double share = std::log(ratio / least_) / std::log(most_ / least_);
    return static_cast<std::size_t>(std::lround(std::clamp(share, 0.0, 1.0) * (kWidth - 1)));
  }

  double least_ = 0.95;
  double most_ = 1.05;
};

std::string ChangeRows(const SizeFigure& figure, bool colors) {
  Table table({{"size"}, {"change"}, {"interval"}, {"verdict", Table::Align::kLeft}, {"", Table::Align::kLeft}});
  const ChangeBar bar(figure.changes);
  for (const SeriesComparison& one : figure.changes) {
    table.AddRow({SizeLabel(figure, ParameterOr(one.parameters, figure.settings.over, 0)), FormatChange(one.ratio),
                  IntervalText(one), VerdictName(one.verdict), bar.Text(one)},
                 ColorOf(one));
  }
  return table.Text(colors) + "  * change  [ ] its interval  : none  ! tolerance\n";
}

}  // namespace

std::string SizeText(const SizeFigure& figure, bool colors) {
  std::string text = fmt::format("{} ({})\n{}", figure.title, figure.measured_as, Curves(figure));
  if (!figure.changes.empty()) text += "\n" + ChangeRows(figure, colors);
  return text;
}

}  // namespace mpigauge
