#include "dashboards/report/calibration.h"

#include <fmt/format.h>

#include "dashboards/report/html.h"

namespace mpigauge {
namespace {

std::string Percent(double share) { return fmt::format("{:.1f}%", share * 100); }

// "0 of 30 (0% to 11.6%)": seen, and what it may be.
std::string ShareText(const Json& share) {
  return fmt::format("{} of {} ({} to {})", share.at("count").get<int>(), share.at("of").get<int>(),
                     Percent(share.at("low")), Percent(share.at("high")));
}

std::string Row(const Json& rule) {
  std::string html =
      fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td>", EscapeHtml(rule.at("rule").get<std::string>()),
                  ShareText(rule.at("false_series")), ShareText(rule.at("false_gates")));
  for (const Json& one : rule.at("slowdowns")) {
    html += fmt::format("<td>{}</td>", Percent(one.at("found").at("share")));
  }
  return html + fmt::format("<td>{:.1f}</td></tr>\n", rule.at("mean_launches_of_equal_series").get<double>());
}

std::string Table(const Json& rules) {
  std::string html =
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Calibration\"><table><thead><tr><th>rule</th><th>false alarms per series</th><th>false alarms per "
      "gate</th>";
  for (const Json& one : rules.at(0).at("slowdowns")) {
    html += fmt::format("<th>+{:g}% found</th>", one.at("slowdown").get<double>() * 100);
  }
  html += "<th>launches</th></tr></thead><tbody>\n";
  for (const Json& rule : rules) html += Row(rule);
  return html + "</tbody></table></div>\n";
}

}  // namespace

std::string CalibrationHtml(const Json& calibration, const std::string& made_at, const std::string& what) {
  if (calibration.is_null()) return "";
  return ReadingJson(what, [&] {
    const Json& rules = calibration.at("rules");
    return fmt::format(
        "<section id=\"calibration\"><h2>How often gates err here</h2>\n<p>Measured on {}: {} gates of equal "
        "libraries, {} for each slowdown of {}. Promised: false gates at most {}; {}.</p>\n{}</section>",
        EscapeHtml(made_at), calibration.at("equal_gates").get<int>(), calibration.at("slowed_gates").get<int>(),
        EscapeHtml(calibration.at("function").get<std::string>()), Percent(calibration.at("alpha")),
        EscapeHtml(calibration.at("promise").get<std::string>()), Table(rules));
  });
}

}  // namespace mpigauge
