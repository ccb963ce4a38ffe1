#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/escape.h"
#include "baselines/format/findings.h"
#include "baselines/format/format.h"
#include "baselines/format/phrases.h"
#include "baselines/verdict/conclusion.h"

namespace mpigauge {
namespace {

// GitHub shows ten annotations of a level and step, and drops the others without a word.
constexpr int kMostOfALevel = 10;

std::string Annotation(const std::string& level, const std::string& text) {
  return fmt::format("::{} title=mpigauge::{}\n", level, GitHubEscaped(text));
}

std::string LevelOf(Verdict verdict) {
  if (verdict == Verdict::kFail) return "error";
  return verdict == Verdict::kInconclusive ? "warning" : "notice";
}

std::string LevelOf(const std::string& kind) {
  if (kind == "fail") return "error";
  return kind == "inconclusive" ? "warning" : "notice";
}

// Lost launches, memory or doubts of clocks, and families that did not pass, each with its level, without those of
// which the headline speaks.
std::vector<std::pair<std::string, std::string>> Besides(const Comparison& comparison) {
  std::vector<std::pair<std::string, std::string>> lines;
  const LaunchLosses& losses = comparison.losses;
  if (!losses.text.empty() && !IsAboutLosses(comparison)) lines.emplace_back(LevelOf(losses.verdict), losses.text);
  if (const auto processes = OpinionOfProcesses(comparison); processes && !IsAboutProcesses(comparison)) {
    lines.emplace_back(LevelOf(processes->verdict), processes->reason);
  }
  const std::string families = FamiliesText(comparison);
  if (!families.empty() && !IsAboutFamilies(comparison)) {
    lines.emplace_back(LevelOf(FamiliesVerdict(comparison)), families);
  }
  return lines;
}

}  // namespace

// Workflow commands of GitHub Actions: printed by a step they become annotations of the run. The headline, then lost
// launches and families where the headline is about something else, then a line for each finding.
std::string GitHubText(const Comparison& comparison, const FormatOptions&) {
  std::map<std::string, int> used;
  const std::string verdict_level = LevelOf(comparison.verdict);
  std::string text = Annotation(verdict_level, Headline(comparison));
  ++used[verdict_level];
  for (const auto& [level, line] : Besides(comparison)) {
    ++used[level];
    text += Annotation(level, line);
  }
  for (const Finding& finding : Findings(comparison)) {
    const std::string level = LevelOf(finding.kind);
    if (++used[level] <= kMostOfALevel) text += Annotation(level, finding.text);
  }
  if (comparison.impact) {
    const auto lines = ImpactLines(comparison);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string level = LevelOf(comparison.impact->applications[i].verdict.value_or(Verdict::kPass));
      if (++used[level] <= kMostOfALevel) text += Annotation(level, "impact: " + lines[i]);
    }
  }
  return text;
}

}  // namespace mpigauge
