#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "baselines/format/findings.h"
#include "baselines/format/format.h"
#include "baselines/format/words.h"
#include "harness/base/units.h"
#include "simulator/impact/impact_text.h"

namespace mpigauge {
namespace {

// XML 1.0 has no place for control characters, not even escaped.
std::string Printable(std::string text) {
  for (char& letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (code < 0x20 && letter != '\n' && letter != '\t') letter = '?';
  }
  return text;
}

void AddCase(pugi::xml_node suite, const SeriesComparison& series) {
  pugi::xml_node node = suite.append_child("testcase");
  node.append_attribute("classname") = Printable(series.case_name).c_str();
  node.append_attribute("name") = Printable(series.name).c_str();
  node.append_attribute("time") = fmt::format("{:.9f}", series.candidate_median).c_str();
  if (series.verdict == Verdict::kPass && series.waived.empty()) return;
  // An inconclusive series is a skipped test: neither proved slower nor proved equal. So is one that got slower and is
  // waived: seen, and not passed by itself.
  pugi::xml_node child = node.append_child(series.verdict == Verdict::kFail ? "failure" : "skipped");
  const std::string waived = series.waived.empty() ? "" : "; waived " + series.waived;
  child.append_attribute("message") = Printable(series.reason + waived).c_str();
  if (series.verdict != Verdict::kFail) return;
  child.append_attribute("type") = "regression";
  std::string text =
      fmt::format("baseline {}, candidate {}, ratio {:.4f} {}, p {}", FormatSeconds(series.baseline_median),
                  FormatSeconds(series.candidate_median), series.ratio, IntervalText(series), PText(series.p_adjusted));
  for (const std::string& suspect : series.suspects) text += "; suspect: " + suspect;
  child.text().set(Printable(text).c_str());
}

// An application is a test where there is a limit to what it may lose.
void AddCase(pugi::xml_node suite, const ApplicationImpact& impact) {
  pugi::xml_node node = suite.append_child("testcase");
  node.append_attribute("classname") = "impact";
  node.append_attribute("name") = Printable(impact.application).c_str();
  node.append_attribute("time") = fmt::format("{:.9f}", impact.candidate_seconds).c_str();
  if (impact.verdict == VerdictName(Verdict::kPass)) return;
  const bool failed = impact.verdict == VerdictName(Verdict::kFail);
  pugi::xml_node child = node.append_child(failed ? "failure" : "skipped");
  child.append_attribute("message") = Printable(ImpactSentence(impact)).c_str();
  if (failed) child.append_attribute("type") = "impact";
}

// How many of these tests have a verdict; an empty one counts all.
std::size_t CountApplications(const Comparison& comparison, const std::string& verdict) {
  if (!comparison.impact || !comparison.impact->fail_impact) return 0;
  const auto& all = comparison.impact->applications;
  return static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [&](const ApplicationImpact& one) { return verdict.empty() || one.verdict == verdict; }));
}

void AddProperties(pugi::xml_node suite, const std::vector<Finding>& findings) {
  if (findings.empty()) return;
  pugi::xml_node properties = suite.append_child("properties");
  for (const Finding& finding : findings) {
    pugi::xml_node property = properties.append_child("property");
    property.append_attribute("name") = finding.kind.c_str();
    property.append_attribute("value") = Printable(finding.text).c_str();
  }
}

}  // namespace

std::string JUnitText(const Comparison& comparison, const FormatOptions&) {
  pugi::xml_document document;
  pugi::xml_node suites = document.append_child("testsuites");
  pugi::xml_node suite = suites.append_child("testsuite");
  suite.append_attribute("name") = "mpigauge";
  suite.append_attribute("tests") = static_cast<unsigned>(comparison.series.size() + CountApplications(comparison, ""));
  suite.append_attribute("failures") = static_cast<unsigned>(
      comparison.Count(Verdict::kFail) + CountApplications(comparison, VerdictName(Verdict::kFail)));
  suite.append_attribute("skipped") =
      static_cast<unsigned>(comparison.Count(Verdict::kInconclusive) + comparison.CountWaived() +
                            CountApplications(comparison, VerdictName(Verdict::kInconclusive)));
  suite.append_attribute("errors") = 0;
  const std::vector<Finding> findings = Findings(comparison);
  AddProperties(suite, findings);
  for (const SeriesComparison& series : comparison.series) AddCase(suite, series);
  if (CountApplications(comparison, "") > 0) {
    for (const ApplicationImpact& impact : comparison.impact->applications) AddCase(suite, impact);
  }
  std::string out = Headline(comparison);
  const std::string controls = ControlsText(comparison);
  if (!controls.empty()) out += "\n" + controls;
  for (const Finding& finding : findings) out += "\n" + finding.text;
  for (const std::string& line : ImpactLines(comparison)) out += "\nimpact: " + line;
  suite.append_child("system-out").text().set(Printable(out).c_str());
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

}  // namespace mpigauge
