#include <fmt/format.h>

#include "baselines/compare/method.h"
#include "baselines/format/format.h"
#include "baselines/format/words.h"
#include "harness/base/table.h"
#include "harness/base/units.h"

namespace mpigauge {

// For a pull request: the headline, what failed or is open, the rest folded away.
std::string MarkdownText(const Comparison& comparison, const FormatOptions&) {
  const std::vector<Table::Column> columns = {{"series", Table::Align::kLeft},
                                              {"verdict", Table::Align::kLeft},
                                              {"baseline"},
                                              {"candidate"},
                                              {"change"},
                                              {"interval"},
                                              {fmt::format("p ({})", CorrectionTitle(comparison.correction))}};
  Table open(columns);
  Table passed(columns);
  std::size_t passes = 0;
  for (const SeriesComparison& series : comparison.series) {
    const bool folded = series.verdict == Verdict::kPass && series.waived.empty();
    passes += folded ? 1 : 0;
    Table& table = folded ? passed : open;
    table.AddRow({"`" + series.name + "`", VerdictWord(series), FormatSeconds(series.baseline_median),
                  FormatSeconds(series.candidate_median), FormatChange(series.ratio), IntervalText(series),
                  PText(series.p_adjusted)});
  }
  std::string text = fmt::format("### mpigauge: {}\n\nBaseline `{}`, candidate `{}`; by {}.\n", Headline(comparison),
                                 comparison.baseline, comparison.candidate, MethodText(comparison));
  if (passes < comparison.series.size()) text += "\n" + open.Markdown();
  if (passes > 0) {
    text +=
        fmt::format("\n<details><summary>{} series passed</summary>\n\n{}\n</details>\n", passes, passed.Markdown());
  }
  const auto remarks = Remarks(comparison);
  if (!remarks.empty()) text += "\n";
  for (const std::string& remark : remarks) text += "- " + remark + "\n";
  return text;
}

}  // namespace mpigauge
