#include "baselines/compare/impact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/plural.h"
#include "base/table.h"
#include "base/units.h"

namespace mpigauge {
namespace {

Json Number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
double FromNumber(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::infinity() : json.get<double>();
}

Json TextOrNull(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }
std::string FromText(const Json& json) { return json.is_null() ? "" : json.get<std::string>(); }

Json ToJson(const ImpactPart& part) {
  return {{"operation", part.operation}, {"bytes", part.bytes},     {"label", part.label},      {"calls", part.calls},
          {"ratio", Number(part.ratio)}, {"low", Number(part.low)}, {"high", Number(part.high)}};
}

ImpactPart PartFromJson(const Json& json) {
  return {json.at("operation"),         json.at("bytes"),           json.at("label"),           json.at("calls"),
          FromNumber(json.at("ratio")), FromNumber(json.at("low")), FromNumber(json.at("high"))};
}

template <typename Value>
Json ListOf(const std::vector<Value>& values) {
  Json list = Json::array();
  for (const Value& one : values) list.push_back(ToJson(one));
  return list;
}

Json VerdictOrNull(std::optional<Verdict> verdict) { return verdict ? Json(VerdictName(*verdict)) : Json(nullptr); }

std::optional<Verdict> VerdictOrNone(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return VerdictFromName(json.get<std::string>());
}

ApplicationImpact ApplicationFromJson(const Json& json) {
  ApplicationImpact impact;
  impact.application = json.at("application");
  impact.trace = json.at("trace");
  impact.ranks = json.at("ranks");
  impact.baseline_seconds = json.at("baseline_seconds");
  impact.candidate_seconds = json.at("candidate_seconds");
  impact.ratio = FromNumber(json.at("ratio"));
  impact.low = FromNumber(json.at("low"));
  impact.high = FromNumber(json.at("high"));
  impact.confidence = json.at("confidence");
  impact.hangs = FromText(json.at("hangs"));
  impact.verdict = VerdictOrNone(json.at("verdict"));
  for (const Json& part : json.at("parts")) impact.parts.push_back(PartFromJson(part));
  impact.notes = json.at("notes").get<std::vector<std::string>>();
  return impact;
}

Sensitivity SensitivityFromJson(const Json& json) {
  return {json.at("application"), json.at("operation"), json.at("bytes"),
          json.at("label"),       json.at("calls"),     json.at("cost_of_one_percent")};
}

}  // namespace

Json ToJson(const ApplicationImpact& impact) {
  return {{"application", impact.application},
          {"trace", impact.trace},
          {"ranks", impact.ranks},
          {"baseline_seconds", impact.baseline_seconds},
          {"candidate_seconds", impact.candidate_seconds},
          {"ratio", Number(impact.ratio)},
          {"low", Number(impact.low)},
          {"high", Number(impact.high)},
          {"confidence", impact.confidence},
          {"hangs", TextOrNull(impact.hangs)},
          {"verdict", VerdictOrNull(impact.verdict)},
          {"parts", ListOf(impact.parts)},
          {"notes", impact.notes}};
}

Json ToJson(const Sensitivity& sensitivity) {
  return {{"application", sensitivity.application},
          {"operation", sensitivity.operation},
          {"bytes", sensitivity.bytes},
          {"label", sensitivity.label},
          {"calls", sensitivity.calls},
          {"cost_of_one_percent", sensitivity.cost_of_one_percent}};
}

Json ToJson(const ImpactSection& section) {
  return {{"applications", ListOf(section.applications)},
          {"fail_impact", section.fail_impact ? Json(*section.fail_impact) : Json(nullptr)},
          {"verdict", VerdictOrNull(section.verdict)},
          {"sensitivity", section.sensitivity.empty() ? Json(nullptr) : ListOf(section.sensitivity)}};
}

ImpactSection ImpactSectionFromJson(const Json& json, std::string_view what) {
  return ReadingJson(what, [&] {
    ImpactSection section;
    for (const Json& one : json.at("applications")) section.applications.push_back(ApplicationFromJson(one));
    if (!json.at("fail_impact").is_null()) section.fail_impact = json.at("fail_impact").get<double>();
    section.verdict = VerdictOrNone(json.at("verdict"));
    if (!json.at("sensitivity").is_null()) {
      for (const Json& one : json.at("sensitivity")) section.sensitivity.push_back(SensitivityFromJson(one));
    }
    return section;
  });
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
