#include "baselines/guidelines/guidelines_text.h"

#include <fmt/format.h>

#include <cmath>

#include "baselines/format/words.h"
#include "harness/base/table.h"
#include "harness/base/units.h"

namespace mpigauge {
namespace {

// JSON has no NaN: a number that does not exist is null.
Json Number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string Headline(const GuidelineReport& report) {
  const std::size_t all = report.checks.size();
  if (report.Broken() == 0) return fmt::format("HOLDS: none of {} claims is broken", all);
  const GuidelineCheck& worst = report.checks.front();
  return fmt::format("BROKEN: {} of {} claims; worst: {} against {}: {}", report.Broken(), all, worst.claim.left,
                     worst.claim.RightText(), FormatChange(worst.factor));
}

}  // namespace

std::string GuidelinesText(const GuidelineReport& report, bool colors, bool all) {
  Table table({{"guideline", Table::Align::kLeft},
               {"series", Table::Align::kLeft},
               {"takes"},
               {"longer than", Table::Align::kLeft},
               {"takes"},
               {"by"},
               {"interval"},
               {"p"},
               {"launches"}});
  for (const GuidelineCheck& check : report.checks) {
    if (!check.broken && !all) continue;
    table.AddRow({check.claim.guideline, check.claim.left, FormatSeconds(check.left_seconds), check.claim.RightText(),
                  FormatSeconds(check.right_seconds), FormatChange(check.factor),
                  fmt::format("[{}, {}]", FormatChange(check.low), FormatChange(check.high)), PText(check.p_adjusted),
                  std::to_string(check.launches)},
                 check.broken ? Table::Color::kRed : Table::Color::kNone);
  }
  std::string text = "run " + report.run + "\n";
  if (report.Broken() > 0 || all) text += table.Text(colors);
  for (const std::string& note : report.notes) text += "note: " + note + "\n";
  return text + Headline(report) + "\n";
}

Json ToJson(const GuidelineReport& report) {
  Json checks = Json::array();
  for (const GuidelineCheck& check : report.checks) {
    Json right = Json::array();
    for (const Claim::Part& part : check.claim.right) right.push_back({{"times", part.times}, {"series", part.series}});
    checks.push_back({{"guideline", check.claim.guideline},
                      {"broken", check.broken},
                      {"left", check.claim.left},
                      {"right", right},
                      {"left_seconds", check.left_seconds},
                      {"right_seconds", check.right_seconds},
                      {"factor", Number(check.factor)},
                      {"low", Number(check.low)},
                      {"high", Number(check.high)},
                      {"p", check.p},
                      {"p_adjusted", check.p_adjusted},
                      {"tolerance", check.tolerance},
                      {"launches", check.launches}});
  }
  return {{"run", report.run},         {"alpha", report.alpha}, {"checked", report.checks.size()},
          {"broken", report.Broken()}, {"notes", report.notes}, {"checks", checks}};
}

}  // namespace mpigauge
