#include <fmt/format.h>

#include "base/json.h"
#include "baselines/compare/impact.h"
#include "baselines/format/findings.h"
#include "baselines/format/format.h"
#include "baselines/format/phrases.h"
#include "baselines/verdict/conclusion.h"

namespace mpigauge {
namespace {

std::string Severity(const Finding& finding) {
  if (finding.kind == "fail" && finding.broken != Broken::kNo) return "critical";
  if (finding.kind == "fail") return "major";
  return finding.kind == "inconclusive" ? "minor" : "info";
}

// GitLab recognizes an issue by this text: the same from run to run, so without figures.
std::string Fingerprint(const Comparison& comparison, const Finding& finding) {
  const SeriesComparison& most = comparison.series[finding.most];
  const bool beside = IsBesideMedian(finding.decided_by);
  const std::string kind = beside ? finding.kind + "-" + DecidedByName(finding.decided_by) : finding.kind;
  return fmt::format("mpigauge/{}/{}/ranks:{}", finding.broken == Broken::kNo ? kind : BrokenName(finding.broken),
                     finding.name, ParameterOr(most.parameters, "ranks", 0));
}

// An issue is read without the others, so it says what its figures were held against.
std::string Description(const Comparison& comparison, const Finding& finding) {
  const double tolerance = comparison.series[finding.most].tolerance;
  if (NeedsText(finding) || !(tolerance > 0)) return finding.text;
  return fmt::format("{} The tolerance is {:.4g}%.", finding.text, tolerance * 100);
}

Json Issue(const std::string& description, const std::string& kind, const std::string& fingerprint,
           const std::string& severity) {
  return {{"description", description},
          {"check_name", "mpigauge " + kind},
          {"fingerprint", fingerprint},
          {"severity", severity},
          {"location", {{"path", "mpigauge.toml"}, {"lines", {{"begin", 1}}}}}};
}

// Returns the applications that did not pass, if there is a limit to what they may lose.
std::vector<ApplicationImpact> LosingApplications(const Comparison& comparison) {
  if (!comparison.impact || !comparison.impact->fail_impact) return {};
  std::vector<ApplicationImpact> losing = comparison.impact->applications;
  std::erase_if(losing, [](const ApplicationImpact& one) { return one.verdict == Verdict::kPass; });
  return losing;
}

}  // namespace

// GitLab's code quality report (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format). An issue
// must lie in a file: the pipeline's configuration, as nobody knows which line of a library is slow.
std::string CodeQualityText(const Comparison& comparison, const FormatOptions&) {
  Json issues = Json::array();
  for (const Finding& finding : Findings(comparison)) {
    if (finding.kind == "faster") continue;
    issues.push_back(
        Issue(Description(comparison, finding), finding.kind, Fingerprint(comparison, finding), Severity(finding)));
  }
  for (const FamilyComparison& family : comparison.families) {
    if (family.verdict == Verdict::kPass) continue;
    const std::string kind = VerdictName(family.verdict);
    issues.push_back(Issue("together: " + FamilyText(family), kind, "mpigauge/family/" + family.name,
                           family.verdict == Verdict::kFail ? "major" : "minor"));
  }
  if (const LaunchLosses& losses = comparison.losses; !losses.text.empty()) {
    issues.push_back(Issue(losses.text, VerdictName(losses.verdict), "mpigauge/launches",
                           losses.verdict == Verdict::kFail ? "critical" : "minor"));
  }
  if (const auto processes = OpinionOfProcesses(comparison)) {
    issues.push_back(Issue(processes->reason, VerdictName(processes->verdict),
                           processes->source == Source::kMemory ? "mpigauge/memory" : "mpigauge/clocks",
                           processes->verdict == Verdict::kFail ? "major" : "minor"));
  }
  for (const ApplicationImpact& one : LosingApplications(comparison)) {
    issues.push_back(Issue("impact: " + ImpactSentence(one), VerdictName(one.verdict.value_or(Verdict::kInconclusive)),
                           "mpigauge/impact/" + one.application, one.verdict == Verdict::kFail ? "major" : "minor"));
  }
  if (!IsExplained(comparison)) {
    issues.push_back(Issue(Headline(comparison), VerdictName(comparison.verdict), "mpigauge/gate",
                           comparison.verdict == Verdict::kFail ? "major" : "minor"));
  }
  return JsonText(issues);
}

}  // namespace mpigauge
