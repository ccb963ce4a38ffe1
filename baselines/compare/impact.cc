#include "baselines/compare/impact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/plural.h"
#include "base/table.h"
#include "base/units.h"
#include "baselines/compare/impact_fields.h"

namespace mpigauge {

Json ToJson(const Sensitivity& sensitivity) { return FieldsToJson(sensitivity); }
Json ToJson(const ImpactSection& section) { return FieldsToJson(section); }

ImpactSection ImpactSectionFromJson(const Json& json, std::string_view what) {
  return ReadingJson(what, [&] { return FieldsFromJson<ImpactSection>(json); });
}

namespace {

// Percent with one digit; where that says nothing, with two.
int DigitsFor(double ratio) { return std::abs(ratio - 1) < 0.001 ? 2 : 1; }

std::string Percent(double ratio, int digits) {
  const double percent = (ratio - 1) * 100;
  return fmt::format("{:.{}f}", std::abs(percent) < 0.5 * std::pow(10, -digits) ? 0 : percent, digits);
}

std::string Signed(double ratio, int digits) {
  const std::string text = Percent(ratio, digits);
  return text[0] == '-' ? text : "+" + text;
}

std::string IntervalText(double low, double high, double confidence, int digits) {
  if (confidence == 0) return "[one launch: no interval]";
  return fmt::format("[{}, {}]", Percent(low, digits), Percent(high, digits));
}

// Parts in the sentence: the three largest, of those that are at least a tenth of the whole.
std::string PartsText(const ApplicationImpact& impact, int digits) {
  constexpr std::size_t kMost = 3;
  const double least = 0.1 * std::abs(impact.ratio - 1);
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, impact.parts.size()); ++i) {
    const ImpactPart& part = impact.parts[i];
    if (std::abs(part.ratio - 1) < least) continue;
    text += fmt::format("{}{} {}", text.empty() ? ", of which " : ", ", part.label, Percent(part.ratio, digits));
  }
  return text;
}

std::string PartsTable(const ApplicationImpact& impact, bool colors) {
  if (impact.parts.empty()) return "";
  Table table({{"  operation", Table::Align::kLeft}, {"calls"}, {"change"}, {"interval"}});
  for (const ImpactPart& part : impact.parts) {
    const int digits = DigitsFor(part.ratio);
    table.AddRow({"  " + part.label, fmt::format("{}", part.calls), Signed(part.ratio, digits) + "%",
                  IntervalText(part.low, part.high, impact.confidence, digits)});
  }
  return table.Text(colors);
}

}  // namespace

std::string ImpactSentence(const ApplicationImpact& impact) {
  if (!impact.hangs.empty()) return fmt::format("{}: hangs with the candidate: {}", impact.application, impact.hangs);
  const int digits = DigitsFor(impact.ratio);
  return fmt::format("{}: {}% {}{}", impact.application, Signed(impact.ratio, digits),
                     IntervalText(impact.low, impact.high, impact.confidence, digits), PartsText(impact, digits));
}

std::string ImpactText(const ImpactSection& section, bool colors) {
  std::string text;
  for (const ApplicationImpact& impact : section.applications) {
    text += ImpactSentence(impact) + "\n";
    text += fmt::format("  {} ranks, {} -> {} as replayed{}\n", impact.ranks, FormatSeconds(impact.baseline_seconds),
                        impact.hangs.empty() ? FormatSeconds(impact.candidate_seconds) : "never",
                        impact.verdict ? "; " + VerdictName(*impact.verdict) : "");
    text += PartsTable(impact, colors);
  }
  for (const std::string& note : ImpactNotes(section)) text += "note: " + note + "\n";
  const std::string headline = ImpactHeadline(section);
  return headline.empty() ? text : text + headline + "\n";
}

std::vector<std::string> ImpactNotes(const ImpactSection& section) {
  std::vector<std::string> notes;
  for (const ApplicationImpact& impact : section.applications) {
    for (const std::string& note : impact.notes) {
      if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    }
  }
  return notes;
}

std::string SensitivityText(const std::vector<Sensitivity>& list, bool all, bool colors) {
  constexpr std::size_t kMost = 10;
  Table table({{"application", Table::Align::kLeft}, {"operation", Table::Align::kLeft}, {"calls"}, {"1% costs"}});
  std::map<std::string, std::size_t> lines;
  std::size_t more = 0;
  for (const Sensitivity& one : list) {
    if (++lines[one.application] > kMost && !all) {
      ++more;
      continue;
    }
    table.AddRow({one.application, one.label, fmt::format("{}", one.calls),
                  fmt::format("{:+.4f}%", one.cost_of_one_percent * 100)});
  }
  std::string text = table.Text(colors);
  if (more > 0) text += fmt::format("({} more; --all shows them)\n", more);
  return text;
}

std::string ImpactHeadline(const ImpactSection& section) {
  if (!section.fail_impact || section.applications.empty()) return "";
  const std::string limit = FormatChange(1 + *section.fail_impact);
  std::vector<const ApplicationImpact*> same;
  for (const ApplicationImpact& one : section.applications) {
    if (one.verdict == section.verdict) same.push_back(&one);
  }
  if (section.verdict == Verdict::kPass) {
    return fmt::format("PASS: none of {} loses {} or more", Counted(section.applications.size(), "application"), limit);
  }
  const ApplicationImpact& worst = *same.front();
  if (section.verdict == Verdict::kFail) {
    if (!worst.hangs.empty()) return "FAIL: " + ImpactSentence(worst);
    return fmt::format("FAIL: {} of {} {} more than {}; worst: {}", same.size(),
                       Counted(section.applications.size(), "application"), same.size() == 1 ? "loses" : "lose", limit,
                       ImpactSentence(worst));
  }
  return fmt::format("INCONCLUSIVE: whether {} loses {} is open ({}); more launches decide", worst.application, limit,
                     ImpactSentence(worst));
}

}  // namespace mpigauge
