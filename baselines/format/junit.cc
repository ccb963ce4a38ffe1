#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <pugixml.hpp>
#include <sstream>

#include "base/escape.h"
#include "base/units.h"
#include "baselines/compare/impact.h"
#include "baselines/format/findings.h"
#include "baselines/format/format.h"
#include "baselines/format/phrases.h"
#include "baselines/verdict/conclusion.h"

namespace mpigauge {
namespace {

void AddCase(pugi::xml_node suite, const SeriesComparison& series) {
  pugi::xml_node node = suite.append_child("testcase");
  node.append_attribute("classname") = XmlAllowed(series.case_name).c_str();
  node.append_attribute("name") = XmlAllowed(series.name).c_str();
  node.append_attribute("time") = fmt::format("{:.9f}", series.HasTimes() ? series.candidate_median : 0).c_str();
  if (series.verdict == Verdict::kPass && series.waived.empty()) return;
  // An inconclusive series is a skipped test: neither proved slower nor proved equal. So is one that got slower and is
  // waived: seen, and not passed by itself.
  pugi::xml_node child = node.append_child(series.verdict == Verdict::kFail ? "failure" : "skipped");
  const std::string waived = series.waived.empty() ? "" : "; waived " + series.waived;
  child.append_attribute("message") = XmlAllowed(ReasonText(series) + waived).c_str();
  if (series.verdict != Verdict::kFail) return;
  const std::string by_times = IsBesideMedian(series.decided_by) ? DecidedByName(series.decided_by) : "regression";
  child.append_attribute("type") = series.HasTimes() ? by_times.c_str() : BrokenName(series.broken).c_str();
  if (!series.HasTimes()) return;  // all is in the message
  std::string text =
      fmt::format("baseline {}, candidate {}, ratio {:.4f} {}, p {}", FormatSeconds(series.baseline_median),
                  FormatSeconds(series.candidate_median), series.ratio, IntervalText(series), PText(series.p_adjusted));
  for (const std::string& suspect : series.suspects) text += "; suspect: " + suspect;
  child.text().set(XmlAllowed(text).c_str());
}

// Series that were tested together are a test, too: they may fail where none of them does alone.
void AddCase(pugi::xml_node suite, const FamilyComparison& family) {
  pugi::xml_node node = suite.append_child("testcase");
  node.append_attribute("classname") = "family";
  node.append_attribute("name") = XmlAllowed(family.name).c_str();
  node.append_attribute("time") = "0.000000000";
  if (family.verdict == Verdict::kPass && family.waived.empty()) return;
  pugi::xml_node child = node.append_child(family.verdict == Verdict::kFail ? "failure" : "skipped");
  const std::string waived = family.waived.empty() ? "" : "; waived " + family.waived;
  child.append_attribute("message") = XmlAllowed(FamilyText(family) + waived).c_str();
  if (family.verdict == Verdict::kFail) child.append_attribute("type") = "regression";
}

// A test that is no series and has not passed; `details` are lines.
void AddCase(pugi::xml_node suite, const char* group, const char* name, Verdict verdict, const std::string& message,
             const std::vector<std::string>& details) {
  pugi::xml_node node = suite.append_child("testcase");
  node.append_attribute("classname") = group;
  node.append_attribute("name") = name;
  node.append_attribute("time") = "0.000000000";
  pugi::xml_node child = node.append_child(verdict == Verdict::kFail ? "failure" : "skipped");
  child.append_attribute("message") = XmlAllowed(message).c_str();
  if (!details.empty()) child.text().set(XmlAllowed(fmt::format("{}", fmt::join(details, "\n"))).c_str());
}

// Returns what became of each lost launch, the candidate's first.
std::vector<std::string> LostLaunches(const LaunchLosses& losses) {
  std::vector<std::string> texts = losses.candidate.texts;
  texts.insert(texts.end(), losses.baseline.texts.begin(), losses.baseline.texts.end());
  return texts;
}

// The part of the verdict that no other test shows: a test that is called as the whole.
std::size_t CountWhole(const Comparison& comparison, Verdict verdict) {
  return comparison.verdict == verdict && !IsExplained(comparison) ? 1 : 0;
}

std::size_t CountLosses(const Comparison& comparison, Verdict verdict) {
  return comparison.losses.verdict == verdict && !comparison.losses.text.empty() ? 1 : 0;
}

std::size_t CountProcesses(const Comparison& comparison, std::optional<Verdict> verdict) {
  const std::optional<Opinion> opinion = OpinionOfProcesses(comparison);
  return opinion && (!verdict || opinion->verdict == verdict) ? 1 : 0;
}

std::size_t CountFamilies(const Comparison& comparison, Verdict verdict, bool waived) {
  return static_cast<std::size_t>(std::count_if(
      comparison.families.begin(), comparison.families.end(),
      [&](const FamilyComparison& one) { return one.verdict == verdict && one.waived.empty() != waived; }));
}

// An application is a test where there is a limit to what it may lose.
void AddCase(pugi::xml_node suite, const ApplicationImpact& impact) {
  pugi::xml_node node = suite.append_child("testcase");
  node.append_attribute("classname") = "impact";
  node.append_attribute("name") = XmlAllowed(impact.application).c_str();
  node.append_attribute("time") = fmt::format("{:.9f}", impact.candidate_seconds).c_str();
  if (impact.verdict == Verdict::kPass) return;
  const bool failed = impact.verdict == Verdict::kFail;
  pugi::xml_node child = node.append_child(failed ? "failure" : "skipped");
  child.append_attribute("message") = XmlAllowed(ImpactSentence(impact)).c_str();
  if (failed) child.append_attribute("type") = "impact";
}

// How many of these tests have a verdict; without one all are counted.
std::size_t CountApplications(const Comparison& comparison, std::optional<Verdict> verdict) {
  if (!comparison.impact || !comparison.impact->fail_impact) return 0;
  const auto& all = comparison.impact->applications;
  return static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [&](const ApplicationImpact& one) { return !verdict || one.verdict == verdict; }));
}

void AddProperties(pugi::xml_node suite, const std::vector<Finding>& findings) {
  if (findings.empty()) return;
  pugi::xml_node properties = suite.append_child("properties");
  for (const Finding& finding : findings) {
    pugi::xml_node property = properties.append_child("property");
    property.append_attribute("name") = finding.kind.c_str();
    property.append_attribute("value") = XmlAllowed(finding.text).c_str();
  }
}

}  // namespace

std::string JUnitText(const Comparison& comparison, const FormatOptions&) {
  pugi::xml_document document;
  pugi::xml_node suites = document.append_child("testsuites");
  pugi::xml_node suite = suites.append_child("testsuite");
  suite.append_attribute("name") = "mpigauge";
  const auto counts = [&](Verdict verdict) {
    return comparison.Count(verdict) + CountFamilies(comparison, verdict, false) + CountLosses(comparison, verdict) +
           CountProcesses(comparison, verdict) + CountApplications(comparison, verdict) +
           CountWhole(comparison, verdict);
  };
  suite.append_attribute("tests") =
      static_cast<unsigned>(comparison.series.size() + comparison.families.size() +
                            (comparison.losses.text.empty() ? 0 : 1) + CountProcesses(comparison, std::nullopt) +
                            CountApplications(comparison, std::nullopt) + CountWhole(comparison, comparison.verdict));
  suite.append_attribute("failures") = static_cast<unsigned>(counts(Verdict::kFail));
  suite.append_attribute("skipped") = static_cast<unsigned>(counts(Verdict::kInconclusive) + comparison.CountWaived() +
                                                            CountFamilies(comparison, Verdict::kPass, true));
  suite.append_attribute("errors") = 0;
  const std::vector<Finding> findings = Findings(comparison);
  AddProperties(suite, findings);
  // Launches that were lost are a test of their own.
  if (const LaunchLosses& losses = comparison.losses; !losses.text.empty()) {
    AddCase(suite, "launches", "launches of the candidate end well", losses.verdict, losses.text, LostLaunches(losses));
  }
  if (const auto processes = OpinionOfProcesses(comparison)) {
    const bool memory = processes->source == Source::kMemory;
    AddCase(suite, memory ? "memory" : "clocks", memory ? "memory is as before" : "clocks can be believed",
            processes->verdict, processes->reason, {});
  }
  if (!IsExplained(comparison)) AddCase(suite, "gate", "gate", comparison.verdict, Headline(comparison), {});
  for (const SeriesComparison& series : comparison.series) AddCase(suite, series);
  for (const FamilyComparison& family : comparison.families) AddCase(suite, family);
  if (CountApplications(comparison, std::nullopt) > 0) {
    for (const ApplicationImpact& impact : comparison.impact->applications) AddCase(suite, impact);
  }
  std::string out = Headline(comparison);
  const std::string controls = ControlsText(comparison);
  if (!controls.empty()) out += "\n" + controls;
  for (const Finding& finding : findings) out += "\n" + finding.text;
  for (const std::string& line : ImpactLines(comparison)) out += "\nimpact: " + line;
  suite.append_child("system-out").text().set(XmlAllowed(out).c_str());
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

}  // namespace mpigauge
