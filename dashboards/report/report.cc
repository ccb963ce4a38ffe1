#include "dashboards/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "baselines/compare/comparison_json.h"
#include "baselines/compare/groups.h"
#include "baselines/format/findings.h"
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

std::string SubjectText(const Comparison& comparison, const std::string& origin) {
  return fmt::format(
      "Candidate {} against baseline {}: {} fail, {} inconclusive, {} pass.{} The chance of any false fail is at most "
      "{:.3g}%. From {}.",
      comparison.candidate, comparison.baseline, comparison.Count(Verdict::kFail),
      comparison.Count(Verdict::kInconclusive), comparison.Count(Verdict::kPass), ToleranceText(comparison),
      comparison.alpha * 100, origin);
}

std::string EscapedText(const Json& data, const char* key) { return EscapeHtml(data.at(key).get<std::string>()); }

// What can be read without the script, which draws the same and more in its place.
std::string BannerHtml(const Json& data) {
  return fmt::format(
      "<header class=\"banner {0}\">\n<h1><span class=\"badge\">{0}</span> <span id=\"headline\">{1}</span></h1>\n"
      "<p class=\"subject\">{2}</p>\n</header>\n",
      data.at("comparison").at("verdict").get<std::string>(), EscapedText(data, "headline"),
      EscapedText(data, "subject"));
}

std::string FindingsHtml(const Json& findings) {
  if (findings.empty()) return "";
  std::string html = "<section id=\"findings\" aria-label=\"Findings\">\n<ul>\n";
  for (const Json& finding : findings) {
    html += fmt::format("<li class=\"{}\">{}</li>\n", EscapedText(finding, "kind"), EscapedText(finding, "text"));
  }
  return html + "</ul>\n</section>\n";
}

}  // namespace

Json ReportData(const Comparison& comparison, const std::string& origin,
                const std::optional<Calibration>& stored_calibration) {
  const std::vector<SeriesGroup> groups = GroupBySize(comparison.series);
  Json findings = Json::array();
  for (const Finding& finding : Findings(comparison, groups)) {
    findings.push_back({{"kind", finding.kind}, {"text", finding.text}});
  }
  Json rows = Json::array();
  for (const SeriesGroup& group : groups) rows.push_back({{"label", group.label}, {"series", group.series}});
  Json calibration;
  if (stored_calibration) {
    calibration = stored_calibration->content;
    calibration["made_at"] = stored_calibration->made_at;
  }
  return {{"kind", "comparison"},
          {"headline", VerdictSentence(comparison)},
          {"subject", SubjectText(comparison, origin)},
          {"origin", origin},
          {"findings", findings},
          {"comparison", ToJson(comparison)},
          {"groups", rows},
          {"calibration", calibration},
          {"environment", nullptr},
          {"history", nullptr},
          {"observations", nullptr},
          {"commands", Json::object()},
          {"impact", nullptr},
          {"timeline", nullptr},
          {"network", nullptr}};
}

std::string PageHtml(const Json& data) {
  const bool served = data.at("kind") == "web";
  std::map<std::string, std::string, std::less<>> values = {{"DATA", ScriptJson(data)}};
  values["CONNECT"] = served ? " connect-src 'self';" : "";
  values["TITLE"] = served ? "mpigauge"
                           : fmt::format("{}: {} - mpigauge", data.at("comparison").at("verdict").get<std::string>(),
                                         EscapedText(data, "headline"));
  values["CONTENT"] = served ? "" : BannerHtml(data) + FindingsHtml(data.at("findings"));
  values["FOOTER"] = served ? "Served by mpigauge, from its store and nowhere else."
                            : "Written by mpigauge. This file is complete: it loads nothing and sends nothing.";
  return FillTemplate(kReportPage, values);
}

std::string ReportHtml(const Comparison& comparison, const std::string& origin,
                       const std::optional<Calibration>& calibration) {
  return PageHtml(ReportData(comparison, origin, calibration));
}

}  // namespace mpigauge
