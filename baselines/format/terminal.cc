#include <fmt/format.h>

#include "baselines/format/format.h"
#include "baselines/format/words.h"
#include "harness/base/table.h"
#include "harness/base/units.h"

namespace mpigauge {
namespace {

Table::Color ColorOf(const SeriesComparison& series) {
  if (series.verdict == Verdict::kFail) return Table::Color::kRed;
  if (series.verdict == Verdict::kInconclusive || !series.waived.empty()) return Table::Color::kYellow;
  return series.improved ? Table::Color::kGreen : Table::Color::kNone;
}

std::vector<std::string> Row(const std::string& verdict, const SeriesComparison& series, bool all) {
  std::vector<std::string> cells = {
      verdict,
      series.name,
      FormatSeconds(series.baseline_median),
      FormatSeconds(series.candidate_median),
      FormatChange(series.ratio),
      IntervalText(series),
      PText(series.p_adjusted),
      fmt::format("{}+{}", series.baseline_seconds.size(), series.candidate_seconds.size())};
  if (all) cells.push_back(DetectableText(series));
  return cells;
}

}  // namespace

std::string TerminalText(const Comparison& comparison, const FormatOptions& options) {
  std::vector<Table::Column> columns = {{"verdict", Table::Align::kLeft},
                                        {"series", Table::Align::kLeft},
                                        {"baseline"},
                                        {"candidate"},
                                        {"change"},
                                        {"interval"},
                                        {"p"},
                                        {"launches"}};
  if (options.all) columns.push_back({"detectable"});
  Table table(columns);
  std::size_t left_out = 0;
  for (const SeriesComparison& series : comparison.series) {
    const bool quiet = VerdictWord(series) == "pass";
    if (quiet && !options.all) {
      ++left_out;
      continue;
    }
    table.AddRow(Row(VerdictWord(series), series, options.all), ColorOf(series));
  }
  if (options.all) {
    for (const SeriesComparison& series : comparison.controls)
      table.AddRow(Row("control", series, true), Table::Color::kDim);
  }
  std::string text = fmt::format("baseline {}, candidate {}; by {}\n", comparison.baseline, comparison.candidate,
                                 MethodText(comparison));
  if (left_out < comparison.series.size() || options.all) text += table.Text(options.colors);
  if (left_out > 0) text += fmt::format("({} series passed; --all shows them)\n", left_out);
  for (const std::string& remark : Remarks(comparison)) text += "note: " + remark + "\n";
  return text + Headline(comparison) + "\n";
}

}  // namespace mpigauge
