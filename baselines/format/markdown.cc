#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/escape.h"
#include "base/table.h"
#include "base/units.h"
#include "baselines/compare/method.h"
#include "baselines/format/findings.h"
#include "baselines/format/format.h"
#include "baselines/format/phrases.h"

namespace mpigauge {
namespace {

// GitHub takes 65,536 characters of a comment. Bytes are never fewer, and a template adds some lines.
constexpr std::size_t kMostBytes = 64000;
constexpr std::size_t kMostBytesBeforeTables = 32000;

// The lines of a text that fit into so many bytes.
struct FittingLines {
  std::string text;
  std::size_t kept = 0;
  std::size_t left_out = 0;
};

FittingLines FitLines(const std::string& text, std::size_t most) {
  FittingLines lines;
  std::size_t fitting = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const bool fits = begin <= most;
    ++(fits ? lines.kept : lines.left_out);
    if (fits) fitting = begin;
  }
  lines.text = text.substr(0, fitting);
  return lines;
}

std::string SeriesTable(const Comparison& comparison, bool passed) {
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
  return table.Markdown();
}

// Adds the series that passed, or those that did not, folded away: those that fit, and a count of the others.
void AddFolded(const Comparison& comparison, bool passed, const std::string& title, std::string& text) {
  constexpr std::size_t kHeadLines = 2;
  constexpr std::size_t kAround = 400;  // of what stands around the rows, at most
  FittingLines rows = FitLines(SeriesTable(comparison, passed),
                               kMostBytes - std::min(kMostBytes, text.size() + title.size() + kAround));
  if (rows.left_out > 0) {
    const std::size_t shown = rows.kept - std::min(rows.kept, kHeadLines);
    rows.text = shown == 0 ? "" : rows.text + "\n";
    rows.text +=
        fmt::format("{} series are left out here; `mpigauge report` and `--output json:FILE` have all of them.\n",
                    rows.left_out + rows.kept - kHeadLines - shown);
  }
  text += fmt::format("\n<details><summary>{}</summary>\n\n{}\n</details>\n", title, rows.text);
}

// Everything but the tables of series: the headline, what was found, and remarks.
std::string SummaryText(const Comparison& comparison) {
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
  const auto remarks = Remarks(comparison);
  if (!remarks.empty()) text += "\n";
  for (std::size_t i = 0; i < std::min(remarks.size(), kMostRemarks); ++i)
    text += "- " + MarkdownEscaped(remarks[i]) + "\n";
  if (remarks.size() > kMostRemarks) text += fmt::format("- and {} more remarks\n", remarks.size() - kMostRemarks);
  return text;
}

}  // namespace

// Writes a text for a pull request or the summary of a pipeline's step: the headline and what was found, the series
// folded away, worst first. It has at most 65,536 characters, and counts what it leaves out.
std::string MarkdownText(const Comparison& comparison, const FormatOptions&) {
  const FittingLines summary = FitLines(SummaryText(comparison), kMostBytesBeforeTables);
  std::string text = summary.text;
  if (summary.left_out > 0) text += fmt::format("\n{} more lines are left out here.\n", summary.left_out);
  const std::size_t passes = comparison.Count(Verdict::kPass) - comparison.CountWaived();
  const std::size_t others = comparison.series.size() - passes;
  if (others > 0) AddFolded(comparison, false, fmt::format("{} series did not pass", others), text);
  if (passes > 0) AddFolded(comparison, true, fmt::format("{} series passed", passes), text);
  return text;
}

}  // namespace mpigauge
