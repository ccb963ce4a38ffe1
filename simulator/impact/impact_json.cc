#include "simulator/impact/impact_json.h"

#include <cmath>
#include <limits>

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
  impact.verdict = FromText(json.at("verdict"));
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
          {"verdict", TextOrNull(impact.verdict)},
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
          {"verdict", TextOrNull(section.verdict)},
          {"sensitivity", section.sensitivity.empty() ? Json(nullptr) : ListOf(section.sensitivity)}};
}

ImpactSection ImpactSectionFromJson(const Json& json, std::string_view what) {
  return ReadingJson(what, [&] {
    ImpactSection section;
    for (const Json& one : json.at("applications")) section.applications.push_back(ApplicationFromJson(one));
    if (!json.at("fail_impact").is_null()) section.fail_impact = json.at("fail_impact").get<double>();
    section.verdict = FromText(json.at("verdict"));
    if (!json.at("sensitivity").is_null()) {
      for (const Json& one : json.at("sensitivity")) section.sensitivity.push_back(SensitivityFromJson(one));
    }
    return section;
  });
}

}  // namespace mpigauge
