#include "dashboards/report/run_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/plural.h"
#include "base/units.h"
#include "baselines/compare/merge.h"
#include "baselines/compare/pairs.h"
#include "baselines/format/phrases.h"
#include "baselines/verdict/decide.h"
#include "dashboards/report/report.h"

namespace mpigauge {
namespace {

constexpr const char* kHead =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
    "'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n<style>"
    "body{{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}}"
    "table{{border-collapse:collapse;margin:.5rem 0}}td,th{{padding:.15rem .7rem;text-align:right}}"
    "td:first-child,th:first-child{{text-align:left}}th{{border-bottom:1px solid #888}}img{{max-width:100%}}"
    "pre{{overflow-x:auto}}</style>\n</head>\n<body>\n<h1>{0}</h1>\n";

// An image of its own: whatever is in it, it is no part of the page.
std::string ImageHtml(const std::string& svg, const std::string& title) {
  static constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~";
  std::string data;
  for (const char letter : svg) {
    if (kPlain.find(letter) != std::string_view::npos) {
      data += letter;
    } else {
      data += fmt::format("%{:02X}", static_cast<unsigned char>(letter));
    }
  }
  return fmt::format("<p><img alt=\"{}\" src=\"data:image/svg+xml,{}\"></p>\n", EscapeHtml(title), data);
}

std::string FigureHtml(const SizeFigure& figure, const DrawFigure& draw) {
  const std::string svg = draw(figure);
  return svg.empty() ? "<pre>" + EscapeHtml(SizeText(figure, false)) + "</pre>\n" : ImageHtml(svg, figure.title);
}

std::string RowsHtml(const std::map<std::string, std::string>& values) {
  std::string html = "<table>\n";
  for (const auto& [name, value] : values) {
    html += fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", EscapeHtml(name), EscapeHtml(value));
  }
  return html + "</table>\n";
}

std::string MachineHtml(const Side& run) {
  const Environment& environment = run.launches.front().environment;
  return "<h2>Machine</h2>\n" + RowsHtml(environment.key) + "<h3>Also recorded</h3>\n" + RowsHtml(environment.context);
}

// The figures of a case, series by series.
std::string FiguresHtml(const std::vector<const MergedSeries*>& series) {
  std::string html =
      "<table>\n<tr><th>series</th><th>median</th><th>smallest launch</th><th>largest launch</th><th>MB/s</th>"
      "<th>launches</th><th>measured as</th></tr>\n";
  for (const MergedSeries* one : series) {
    const std::int64_t bytes = one->series->bytes_per_operation;
    const bool known = !one->launches_seconds.empty();
    const auto [low, high] = std::minmax_element(one->launches_seconds.begin(), one->launches_seconds.end());
    html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                        EscapeHtml(one->series->name), known ? FormatSeconds(one->seconds) : "-",
                        known ? FormatSeconds(*low) : "-", known ? FormatSeconds(*high) : "-",
                        known && bytes > 0 && one->seconds > 0
                            ? fmt::format("{:.1f}", static_cast<double>(bytes) / one->seconds * 1e-6)
                            : "",
                        one->launches_seconds.size(), EscapeHtml(one->series->method.Text()));
    for (const Fault& fault : one->faults) {
      html += fmt::format("<tr><td colspan=\"7\">{}: {} on rank {}: {}</td></tr>\n", EscapeHtml(one->series->name),
                          FaultKindName(fault.kind), fault.rank, EscapeHtml(fault.message));
    }
  }
  return html + "</table>\n";
}

// Draws graphs that have more than one point on their axis.
std::string GraphsHtml(const std::vector<Side>& sides, const std::string& part,
                       const std::optional<Comparison>& comparison, const DrawFigure& draw) {
  std::string html;
  for (const char* over : {"bytes", "ranks"}) {
    for (const SizeFigure& figure : SizeFigures(sides, part, comparison, {over, PlotValues::kLaunches, false})) {
      const bool is_line = std::any_of(figure.curves.begin(), figure.curves.end(),
                                       [](const SizeCurve& curve) { return curve.points.size() > 1; });
      if (is_line) html += FigureHtml(figure, draw);
    }
  }
  return html;
}

std::string MeasurementsHtml(const Side& run, const DrawFigure& draw) {
  const std::vector<MergedSeries> all = MergeLaunches(run.launches, "median");
  std::vector<std::string> cases;
  std::map<std::string, std::vector<const MergedSeries*>> of_case;
  for (const MergedSeries& one : all) {
    auto& series = of_case[one.series->case_name];
    if (series.empty()) cases.push_back(one.series->case_name);
    series.push_back(&one);
  }
  std::string html;
  std::string family;
  for (const std::string& name : cases) {
    const auto& series = of_case.at(name);
    if (series.front()->series->family != family) {
      family = series.front()->series->family;
      html += "<h2>" + EscapeHtml(family) + "</h2>\n";
    }
    html += "<h3>" + EscapeHtml(name) + "</h3>\n" + GraphsHtml({run}, name, std::nullopt, draw) + FiguresHtml(series);
  }
  return html;
}

std::string ChangesHtml(const Comparison& comparison, const std::string& pair) {
  std::string html = "<table>\n<tr><th>at</th><th>first</th><th>second</th><th>change</th><th>interval</th></tr>\n";
  for (const SeriesComparison& one : comparison.series) {
    if (one.case_name != pair || !one.HasTimes()) continue;
    html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                        EscapeHtml(SeriesName("", one.parameters)), FormatSeconds(one.baseline_median),
                        FormatSeconds(one.candidate_median), FormatChange(one.ratio), EscapeHtml(IntervalText(one)));
  }
  return html + "</table>\n";
}

std::string ComparisonsHtml(const Side& run, const DrawFigure& draw) {
  PairSides sides = SidesOfPairs(run);
  if (sides.names.empty()) return "<h2>Comparisons</h2>\n<p>The run has no two cases that make a pair.</p>\n";
  const Comparison comparison = Decide(ComparePairs(run, {}));
  std::string html = "<h2>Comparisons</h2>\n";
  for (const CasePair& pair : CasePairs()) {
    const std::string name = pair.Name();
    if (!sides.names.contains(name)) continue;
    sides.first.label = pair.first_bytes ? fmt::format("{} with {} B", pair.first, *pair.first_bytes) : pair.first;
    sides.second.label = pair.second_bytes ? fmt::format("{} with {} B", pair.second, *pair.second_bytes) : pair.second;
    html += "<h3>" + EscapeHtml(name) + "</h3>\n";
    html += GraphsHtml({sides.first, sides.second}, name, comparison, draw);
    html += ChangesHtml(comparison, name);
  }
  return html;
}

}  // namespace

std::string RunReportHtml(const Side& run, const std::vector<std::string>& notes, const DrawFigure& draw) {
  std::string html = fmt::format(kHead, EscapeHtml("mpigauge: " + run.label));
  html += fmt::format("<p>{}, merged by the median{}.</p>\n", Counted(run.launches.size(), "launch"),
                      run.unfinished ? "; none of them finished" : "");
  for (const std::string& note : notes) html += "<p>note: " + EscapeHtml(note) + "</p>\n";
  html += MachineHtml(run);
  html += MeasurementsHtml(run, draw);
  html += ComparisonsHtml(run, draw);
  return html + "</body>\n</html>\n";
}

}  // namespace mpigauge
