#include "dashboards/data/impact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace mpigauge {
namespace {

// JSON has no number for what is not known.
double Number(const Json& json, const char* key) {
  const Json& value = json.at(key);
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

// Empty where it is not there, or null.
std::string Text(const Json& json, const char* key) {
  const Json value = json.value(key, Json(nullptr));
  return value.is_null() ? "" : value.get<std::string>();
}

ImpactPart PartFromJson(const Json& json) {
  ImpactPart part;
  part.operation = json.at("operation");
  part.bytes = json.at("bytes");
  part.label = json.at("label");
  part.calls = json.at("calls");
  part.ratio = Number(json, "ratio");
  part.low = Number(json, "low");
  part.high = Number(json, "high");
  return part;
}

// One launch has none.
void ForgetIntervals(ApplicationImpact& impact) {
  impact.low = impact.high = std::numeric_limits<double>::quiet_NaN();
  for (ImpactPart& part : impact.parts) part.low = part.high = impact.low;
}

ApplicationImpact ApplicationFromJson(const Json& json) {
  ApplicationImpact impact;
  impact.application = json.at("application");
  impact.trace = json.at("trace");
  impact.ranks = json.at("ranks");
  impact.baseline_seconds = Number(json, "baseline_seconds");
  impact.candidate_seconds = Number(json, "candidate_seconds");
  impact.ratio = Number(json, "ratio");
  impact.low = Number(json, "low");
  impact.high = Number(json, "high");
  impact.confidence = json.at("confidence");
  for (const Json& part : json.at("parts")) impact.parts.push_back(PartFromJson(part));
  for (const Json& note : json.at("notes")) impact.notes.push_back(note);
  if (impact.confidence == 0) ForgetIntervals(impact);
  return impact;
}

std::string Points(double ratio) {
  const double points = (ratio - 1) * 100;
  return std::isnan(points) ? "-" : fmt::format("{:.1f}", std::abs(points) < 0.05 ? 0.0 : points);
}

// " [0.9, 1.7]"; empty where none is known.
std::string Interval(const ApplicationImpact& impact) {
  if (std::isnan(impact.low) && std::isnan(impact.high)) return "";
  if (impact.ratio >= 2) return fmt::format(" [{:.2f}, {:.2f}]", impact.low, impact.high);
  return fmt::format(" [{}, {}]", Points(impact.low), Points(impact.high));
}

// From a factor of two on, factors.
std::string Change(const ApplicationImpact& impact) {
  if (impact.ratio >= 2) return fmt::format("x{:.2f}{}", impact.ratio, Interval(impact));
  return fmt::format("{}{}%{}", impact.ratio >= 1.0005 ? "+" : "", Points(impact.ratio), Interval(impact));
}

// Of the parts those that move the application its way, by a twentieth of a point at least.
std::string PartsText(const ApplicationImpact& impact) {
  std::string text;
  int told = 0;
  for (const ImpactPart& part : impact.parts) {
    const bool same_way = (part.ratio > 1) == (impact.ratio > 1);
    if (told == 2 || !same_way || !(std::abs(part.ratio - 1) >= 0.0005)) continue;
    const std::string amount =
        part.ratio >= 2 ? fmt::format("x{:.2f}", part.ratio) : Points(part.ratio);  // as the whole is told
    text += fmt::format("{}{} {}", told++ == 0 ? ", of which " : " and ", part.label, amount);
  }
  return text;
}

}  // namespace

StoredImpact ImpactFromJson(const Json& json, std::string_view what) {
  StoredImpact impact;
  if (json.is_null()) return impact;
  return ReadingJson(what, [&] {
    for (const Json& application : json.at("applications")) {
      impact.applications.push_back(ApplicationFromJson(application));
      impact.verdicts.push_back(Text(application, "verdict"));
      impact.hangs.push_back(Text(application, "hangs"));
    }
    const Json& limit = json.at("fail_impact");
    if (!limit.is_null()) impact.fail_impact = limit.get<double>();
    impact.verdict = Text(json, "verdict");
    return std::move(impact);
  });
}

std::string ImpactText(const ApplicationImpact& impact) {
  if (std::isnan(impact.ratio)) return impact.application + ": its change is not known.";
  return fmt::format("{}: {}{}.", impact.application, Change(impact), PartsText(impact));
}

Json ImpactFindings(const StoredImpact& impact) {
  constexpr std::size_t kMost = 3;
  const auto& all = impact.applications;
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), 0);
  const auto weight = [&](std::size_t i) {
    if (!impact.hangs[i].empty()) return std::numeric_limits<double>::infinity();
    return std::isnan(all[i].ratio) ? 0 : all[i].ratio;
  };
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return weight(a) > weight(b); });
  Json findings = Json::array();
  for (std::size_t i = 0; i < std::min(kMost, order.size()); ++i) {
    const std::size_t place = order[i];
    const std::string text = impact.hangs[place].empty() ? ImpactText(all[place])
                                                         : fmt::format("{} hangs with the candidate: {}.",
                                                                       all[place].application, impact.hangs[place]);
    findings.push_back({{"kind", impact.verdicts[place] == "fail" ? "fail" : "impact"}, {"text", text}});
  }
  return findings;
}

}  // namespace mpigauge
