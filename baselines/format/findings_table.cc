#include "baselines/format/findings_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "baselines/format/words.h"

namespace mpigauge {
namespace {

std::string RanksText(const SeriesComparison& series) {
  const auto ranks = ParameterOr(series.parameters, "ranks", -1);
  return ranks < 0 ? "-" : std::to_string(ranks);
}

}  // namespace

Table::Color ColorOf(const SeriesComparison& series) {
  if (series.verdict == Verdict::kFail) return Table::Color::kRed;
  if (series.verdict == Verdict::kInconclusive) return Table::Color::kYellow;
  return series.improved ? Table::Color::kGreen : Table::Color::kNone;
}

std::string LaunchesText(const SeriesComparison& series) {
  return fmt::format("{}+{}", series.baseline_seconds.size(), series.candidate_seconds.size());
}

Table FindingsTable(const Comparison& comparison, const std::vector<Finding>& findings, std::size_t most,
                    const std::string& quote) {
  Table table({{"verdict", Table::Align::kLeft},
               {"case", Table::Align::kLeft},
               {"sizes", Table::Align::kLeft},
               {"ranks"},
               {"change"},
               {"interval"},
               {"p"},
               {"launches"}});
  for (std::size_t i = 0; i < std::min(most, findings.size()); ++i) {
    const Finding& finding = findings[i];
    const SeriesComparison& series = comparison.series[finding.most];
    table.AddRow({finding.wrong_data ? "wrong data" : finding.kind, quote + finding.name + quote,
                  finding.sizes.empty() ? "-" : finding.sizes, RanksText(series), ChangeText(comparison, finding),
                  finding.wrong_data ? "-" : IntervalText(series), finding.wrong_data ? "-" : PText(series.p_adjusted),
                  finding.wrong_data ? "-" : LaunchesText(series)},
                 ColorOf(series));
  }
  return table;
}

}  // namespace mpigauge
