#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/escape.h"
#include "base/table.h"
#include "base/units.h"
#include "baselines/format/findings.h"
#include "baselines/format/format.h"
#include "baselines/format/phrases.h"

namespace mpigauge {
namespace {

constexpr std::size_t kEverything = std::numeric_limits<std::size_t>::max();

std::string FindingLines(const Comparison& comparison, const FormatOptions& options) {
  const std::vector<Finding> findings = Findings(comparison);
  if (findings.empty()) return "";
  const std::size_t most = options.all ? kEverything : kMostFindings;
  std::string text = FindingsTable(comparison, findings, most, false).Text(options.colors);
  if (findings.size() > most) text += fmt::format("({} more such lines; --all shows them)\n", findings.size() - most);
  for (const Finding& finding : findings) {
    if (NeedsText(finding)) text += TerminalEscaped(finding.text) + "\n";
  }
  return text;
}

// How much was measured in a state of the machine that the stored runs had met, and what its references explain.
std::vector<std::string> StateCells(const SameState& state) {
  if (!state.known()) return {"-", "-"};
  const auto percent = [](double share) { return std::isnan(share) ? "-" : fmt::format("{:.0f}%", 100 * share); };
  return {percent(state.comparable), percent(state.explained) + (state.taken_out ? ", taken out" : "")};
}

void AddRow(const std::string& verdict, const SeriesComparison& series, bool with_state, Table::Color color,
            Table& table) {
  std::vector<std::string> cells = {verdict,
                                    series.name,
                                    FormatSeconds(series.baseline_median),
                                    FormatSeconds(series.candidate_median),
                                    FormatChange(series.ratio),
                                    IntervalText(series),
                                    PText(series.p_adjusted),
                                    LaunchesText(series),
                                    DetectableText(series)};
  if (with_state) {
    for (std::string& cell : StateCells(series.same_state)) cells.push_back(std::move(cell));
  }
  table.AddRow(std::move(cells), color);
}

std::string SeriesTable(const Comparison& comparison, const FormatOptions& options) {
  std::vector<Table::Column> columns = {{"verdict", Table::Align::kLeft},
                                        {"series", Table::Align::kLeft},
                                        {"baseline"},
                                        {"candidate"},
                                        {"change"},
                                        {"interval"},
                                        {"p"},
                                        {"launches"},
                                        {"detectable"}};
  const auto knows_state = [](const SeriesComparison& series) { return series.same_state.known(); };
  const bool with_state = std::any_of(comparison.series.begin(), comparison.series.end(), knows_state);
  for (const char* column : {"same state", "explained"}) {
    if (with_state) columns.push_back({column});
  }
  Table table(std::move(columns));
  for (const SeriesComparison& series : comparison.series) {
    AddRow(VerdictWord(series), series, with_state, ColorOf(series), table);
  }
  for (const SeriesComparison& control : comparison.controls)
    AddRow("control", control, with_state, Table::Color::kDim, table);
  return "\n" + table.Text(options.colors) + "\n";
}

std::string RemarkLines(const Comparison& comparison, const FormatOptions& options) {
  const auto remarks = Remarks(comparison);
  const std::size_t most = options.all ? kEverything : kMostRemarks;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, remarks.size()); ++i)
    text += "note: " + TerminalEscaped(remarks[i]) + "\n";
  if (remarks.size() > most) text += fmt::format("note: and {} more; --all shows them\n", remarks.size() - most);
  return text;
}

}  // namespace

// People want to know the findings first, one line for each; `--all` adds every series.
std::string TerminalText(const Comparison& comparison, const FormatOptions& options) {
  std::string text = fmt::format("baseline {}, candidate {}; by {}\n", TerminalEscaped(comparison.baseline),
                                 TerminalEscaped(comparison.candidate), MethodText(comparison));
  const std::string controls = ControlsText(comparison);
  if (!controls.empty()) text += TerminalEscaped(controls) + "\n";
  const std::string stated = StatedText(comparison);
  if (!stated.empty()) text += TerminalEscaped(stated) + "\n";
  text += FindingLines(comparison, options);
  if (options.all) {
    text += SeriesTable(comparison, options);
  } else if (!comparison.series.empty()) {
    text += fmt::format("({} of {} series passed; --all shows each)\n", comparison.Count(Verdict::kPass),
                        comparison.series.size());
  }
  for (const std::string& line : ImpactLines(comparison)) text += "impact: " + TerminalEscaped(line) + "\n";
  return text + RemarkLines(comparison, options) + TerminalEscaped(Headline(comparison)) + "\n";
}

}  // namespace mpigauge
