#include <fmt/format.h>

#include "baselines/format/findings.h"
#include "baselines/format/format.h"
#include "harness/base/json.h"

namespace mpigauge {
namespace {

std::string Severity(const Finding& finding) {
  if (finding.wrong_data) return "critical";
  if (finding.kind == "fail") return "major";
  return finding.kind == "inconclusive" ? "minor" : "info";
}

// What GitLab knows an issue by: the same from run to run, so without figures.
std::string Fingerprint(const Comparison& comparison, const Finding& finding) {
  const SeriesComparison& most = comparison.series[finding.most];
  return fmt::format("mpigauge/{}/{}/ranks:{}", finding.wrong_data ? "wrong data" : finding.kind, finding.name,
                     ParameterOr(most.parameters, "ranks", 0));
}

}  // namespace

// GitLab's code quality report (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format). An issue
// must lie in a file: the pipeline's configuration, as nobody knows which line of a library is slow.
std::string CodeQualityText(const Comparison& comparison, const FormatOptions&) {
  Json issues = Json::array();
  for (const Finding& finding : Findings(comparison)) {
    if (finding.kind == "faster") continue;
    issues.push_back({{"description", finding.text},
                      {"check_name", "mpigauge " + finding.kind},
                      {"fingerprint", Fingerprint(comparison, finding)},
                      {"severity", Severity(finding)},
                      {"location", {{"path", "mpigauge.toml"}, {"lines", {{"begin", 1}}}}}});
  }
  return JsonText(issues);
}

}  // namespace mpigauge
