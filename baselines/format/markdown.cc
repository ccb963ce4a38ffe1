#include <fmt/format.h>

#include "base/escape.h"
#include "base/table.h"
#include "base/units.h"
#include "baselines/compare/method.h"
#include "baselines/format/findings.h"
#include "baselines/format/format.h"
#include "baselines/format/phrases.h"

namespace mpigauge {
namespace {

// The series that passed, or those that did not, folded away.
std::string Folded(const Comparison& comparison, bool passed, const std::string& title) {
  Table table({{"series", Table::Align::kLeft},
               {"verdict", Table::Align::kLeft},
               {"baseline"},
               {"candidate"},
               {"change"},
               {"interval"},
               {"p (Holm)"}});
  for (const SeriesComparison& series : comparison.series) {
    if ((VerdictWord(series) == "pass" || series.improved) != passed) continue;
    table.AddRow({MarkdownCode(series.name), VerdictWord(series), FormatSeconds(series.baseline_median),
                  FormatSeconds(series.candidate_median), FormatChange(series.ratio), IntervalText(series),
                  PText(series.p_adjusted)});
  }
  return fmt::format("\n<details><summary>{}</summary>\n\n{}\n</details>\n", title, table.Markdown());
}

}  // namespace

// Writes a text for a pull request or the summary of a pipeline's step: the headline and what was found, the rest
// folded away.
std::string MarkdownText(const Comparison& comparison, const FormatOptions&) {
  std::string text =
      fmt::format("### mpigauge: {}\n\nBaseline {}, candidate {}; by {}.\n", MarkdownEscaped(Headline(comparison)),
                  MarkdownCode(comparison.baseline), MarkdownCode(comparison.candidate), MethodText(comparison));
  const std::string controls = ControlsText(comparison);
  if (!controls.empty()) text += "\n" + MarkdownEscaped(controls) + "\n";
  const std::string stated = StatedText(comparison);
  if (!stated.empty()) text += "\n" + MarkdownEscaped(stated) + "\n";
  const std::vector<Finding> findings = Findings(comparison);
  if (!findings.empty()) text += "\n" + FindingsTable(comparison, findings, kMostFindings, true).Markdown();
  if (findings.size() > kMostFindings) text += fmt::format("\nand {} more.\n", findings.size() - kMostFindings);
  std::string told;
  for (std::size_t i = 0; i < std::min(findings.size(), kMostFindings); ++i) {
    if (NeedsText(findings[i])) told += "- " + MarkdownEscaped(findings[i].text) + "\n";
  }
  if (!told.empty()) text += "\n" + told;
  const auto impact = ImpactLines(comparison);
  if (!impact.empty()) text += "\nCost for applications:\n\n";
  for (const std::string& line : impact) text += "- " + MarkdownEscaped(line) + "\n";
  const std::size_t passes = comparison.Count(Verdict::kPass) - comparison.CountWaived();
  const std::size_t others = comparison.series.size() - passes;
  if (others > 0) text += Folded(comparison, false, fmt::format("{} series did not pass", others));
  if (passes > 0) text += Folded(comparison, true, fmt::format("{} series passed", passes));
  const auto remarks = Remarks(comparison);
  if (!remarks.empty()) text += "\n";
  for (std::size_t i = 0; i < std::min(remarks.size(), kMostRemarks); ++i)
    text += "- " + MarkdownEscaped(remarks[i]) + "\n";
  if (remarks.size() > kMostRemarks) text += fmt::format("- and {} more remarks\n", remarks.size() - kMostRemarks);
  return text;
}

}  // namespace mpigauge
