#include "dashboards/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "baselines/compare/comparison_json.h"
#include "baselines/compare/groups.h"
#include "baselines/format/findings.h"
#include "dashboards/report/calibration.h"
#include "dashboards/report/html.h"
#include "dashboards/web/page.h"

namespace mpigauge {
namespace {

// " Tolerance 5%."; empty where nothing was compared. Series that gave wrong data have no ratio and no
// tolerance.
std::string ToleranceText(const Comparison& comparison) {
  double low = std::numeric_limits<double>::infinity();
  double high = 0;
  for (const SeriesComparison& series : comparison.series) {
    if (std::isnan(series.ratio)) continue;
    low = std::min(low, series.tolerance);
    high = std::max(high, series.tolerance);
  }
  if (low > high) return "";
  if (low == high) return fmt::format(" Tolerance {:.3g}%.", low * 100);
  return fmt::format(" Tolerance {:.3g}% to {:.3g}%.", low * 100, high * 100);
}

std::string SubjectHtml(const Comparison& comparison, const std::string& origin) {
  return fmt::format(
      "Candidate <b>{}</b> against baseline <b>{}</b>: {} fail, {} inconclusive, {} pass.{} The chance of "
      "any false "
      "fail is at most {:.3g}%. From {}.",
      EscapeHtml(comparison.candidate), EscapeHtml(comparison.baseline), comparison.Count(Verdict::kFail),
      comparison.Count(Verdict::kInconclusive), comparison.Count(Verdict::kPass), ToleranceText(comparison),
      comparison.alpha * 100, EscapeHtml(origin));
}

std::string FindingsHtml(const std::vector<Finding>& findings) {
  if (findings.empty()) return "";
  std::string html = "<ul>\n";
  for (const Finding& finding : findings) {
    html += fmt::format("<li class=\"{}\">{}</li>\n", finding.kind, EscapeHtml(finding.text));
  }
  return html + "</ul>";
}

// What the script reads (dashboards/web/src/data.ts).
Json DataJson(const Comparison& comparison, const std::vector<SeriesGroup>& groups) {
  Json rows = Json::array();
  for (const SeriesGroup& group : groups) rows.push_back({{"label", group.label}, {"series", group.series}});
  return {{"comparison", ToJson(comparison)}, {"groups", rows}};
}

}  // namespace

std::string ReportHtml(const Comparison& comparison, const std::string& origin,
                       const std::optional<Calibration>& calibration) {
  const std::string verdict = VerdictName(comparison.verdict);
  const std::string headline = VerdictSentence(comparison);
  const std::vector<SeriesGroup> groups = GroupBySize(comparison.series);
  return FillTemplate(kReportPage,
                      {{"TITLE", EscapeHtml(fmt::format("{}: {} - mpigauge", verdict, headline))},
                       {"VERDICT", verdict},
                       {"HEADLINE", EscapeHtml(headline)},
                       {"SUBJECT", SubjectHtml(comparison, origin)},
                       {"FINDINGS", FindingsHtml(Findings(comparison, groups))},
                       {"CALIBRATION", calibration ? CalibrationHtml(calibration->content, calibration->made_at,
                                                                     "calibration " + calibration->calibration_id)
                                                   : ""},
                       {"DATA", ScriptJson(DataJson(comparison, groups))}});
}

}  // namespace mpigauge
