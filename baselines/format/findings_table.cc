#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "baselines/format/findings.h"
#include "baselines/format/phrases.h"

namespace mpigauge {
namespace {

std::string RanksText(const SeriesComparison& series) {
  const auto ranks = ParameterOr(series.parameters, "ranks", -1);
  return ranks < 0 ? "-" : std::to_string(ranks);
}

std::vector<std::string> Cells(const Comparison& comparison, const Finding& finding, bool code) {
  const SeriesComparison& most = comparison.series[finding.most];
  const std::string kind = IsBesideMedian(finding.decided_by) ? VerdictWord(most) : finding.kind;
  std::vector<std::string> cells = {finding.broken == Broken::kNo ? kind : BrokenName(finding.broken),
                                    code ? MarkdownCode(finding.name) : finding.name,
                                    finding.sizes.empty() ? "-" : finding.sizes, RanksText(most)};
  if (finding.broken != Broken::kNo) {
    cells.insert(cells.end(), {"-", "-", "-", "-"});
  } else {
    cells.insert(cells.end(),
                 {ChangeText(comparison, finding), IntervalText(most), PText(most.p_adjusted), LaunchesText(most)});
  }
  return cells;
}

}  // namespace

Table::Color ColorOf(const SeriesComparison& series) {
  if (series.verdict == Verdict::kFail) return Table::Color::kRed;
  if (series.verdict == Verdict::kInconclusive || !series.waived.empty()) return Table::Color::kYellow;
  return series.improved ? Table::Color::kGreen : Table::Color::kNone;
}

std::string LaunchesText(const SeriesComparison& series) {
  return fmt::format("{}+{}", series.baseline_seconds.size(), series.candidate_seconds.size());
}

Table FindingsTable(const Comparison& comparison, const std::vector<Finding>& findings, std::size_t most, bool code) {
  Table table({{"verdict", Table::Align::kLeft},
               {"case", Table::Align::kLeft},
               {"sizes", Table::Align::kLeft},
               {"ranks"},
               {"change"},
               {"interval"},
               {"p"},
               {"launches"}});
  for (std::size_t i = 0; i < std::min(most, findings.size()); ++i) {
    table.AddRow(Cells(comparison, findings[i], code), ColorOf(comparison.series[findings[i].most]));
  }
  return table;
}

}  // namespace mpigauge
