// How a comparison of networks is written.
#include <fmt/format.h>

#include <cmath>

#include "base/table.h"
#include "base/units.h"
#include "simulator/fit/compare_fits.h"
#include "simulator/fit/fit_text.h"

namespace mpigauge {
namespace {

Json NumberOrNull(double value) { return std::isnan(value) ? Json() : Json(value); }

Json LimitOrNull(const std::optional<std::int64_t>& limit) { return limit ? Json(*limit) : Json(); }

std::string Value(const NetworkFigure& figure, double value) {
  return figure.unit == "seconds" ? FormatSeconds(value) : FormatPerByte(value);
}

std::string Interval(const NetworkFigure& figure) {
  if (std::isnan(figure.low)) return "";
  return fmt::format("[{}, {}]", FormatChange(figure.low), FormatChange(figure.high));
}

Table::Color ColorOf(const NetworkFigure& figure) {
  if (figure.low > 1) return Table::Color::kRed;
  return figure.high < 1 ? Table::Color::kGreen : Table::Color::kNone;
}

}  // namespace

Json ToJson(const NetworkComparison& comparison) {
  Json figures = Json::array();
  for (const NetworkFigure& figure : comparison.figures) {
    figures.push_back({{"name", figure.name},
                       {"unit", figure.unit},
                       {"baseline", figure.baseline},
                       {"candidate", figure.candidate},
                       {"ratio", figure.ratio},
                       {"low", NumberOrNull(figure.low)},
                       {"high", NumberOrNull(figure.high)}});
  }
  return {{"distance", comparison.distance},
          {"confidence", comparison.confidence},
          {"baseline_eager_limit_bytes", LimitOrNull(comparison.baseline_eager_limit)},
          {"candidate_eager_limit_bytes", LimitOrNull(comparison.candidate_eager_limit)},
          {"figures", figures},
          {"notes", comparison.notes}};
}

std::string NetworkComparisonText(const NetworkComparison& comparison, bool colors) {
  Table table({{comparison.distance, Table::Align::kLeft},
               {"baseline"},
               {"candidate"},
               {"change"},
               {fmt::format("{:.0f}% interval", 100 * comparison.confidence)}});
  for (const NetworkFigure& figure : comparison.figures) {
    table.AddRow({figure.name, Value(figure, figure.baseline), Value(figure, figure.candidate),
                  FormatChange(figure.ratio), Interval(figure)},
                 ColorOf(figure));
  }
  std::string text = table.Text(colors);
  if (comparison.baseline_eager_limit != comparison.candidate_eager_limit) {
    text += fmt::format("eager limit: {} -> {}\n", FormatLimit(comparison.baseline_eager_limit),
                        FormatLimit(comparison.candidate_eager_limit));
  }
  for (const std::string& note : comparison.notes) text += note + "\n";
  return text;
}

}  // namespace mpigauge
