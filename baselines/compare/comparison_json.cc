#include "baselines/compare/comparison_json.h"

#include <cmath>

#include "baselines/compare/impact.h"

namespace mpigauge {
namespace {

// JSON has no NaN: a number that does not exist is null.
Json Number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
double FromNumber(const Json& json) { return json.is_null() ? std::nan("") : json.get<double>(); }

Json ToJson(const OtherFigure& figure) {
  return {{"ratio", Number(figure.ratio)},       {"low", Number(figure.low)},
          {"high", Number(figure.high)},         {"level", Number(figure.level)},
          {"p_slower", Number(figure.p_slower)}, {"p_adjusted", Number(figure.p_adjusted)}};
}

OtherFigure OtherFromJson(const Json& json) {
  return {FromNumber(json.at("ratio")), FromNumber(json.at("low")),      FromNumber(json.at("high")),
          FromNumber(json.at("level")), FromNumber(json.at("p_slower")), FromNumber(json.at("p_adjusted"))};
}

Json ToJson(const TailFigure& figure) {
  if (!figure.known) return nullptr;
  return {{"seconds", Number(figure.seconds)},
          {"baseline_share", figure.baseline_share},
          {"candidate_share", figure.candidate_share},
          {"most_of_runs", figure.most_of_runs},
          {"p", figure.p},
          {"p_adjusted", figure.p_adjusted}};
}

// Null where it was not looked at; older ones have none.
TailFigure TailFromJson(const Json& series, const char* name) {
  const Json json = series.value(name, Json());
  if (json.is_null()) return {};
  return {true,
          FromNumber(json.at("seconds")),
          json.at("baseline_share"),
          json.at("candidate_share"),
          json.at("most_of_runs"),
          json.at("p"),
          json.at("p_adjusted")};
}

SeriesComparison SeriesFromJson(const Json& json) {
  SeriesComparison series;
  series.name = json.at("name");
  series.case_name = json.at("case");
  series.family = json.at("family");
  for (const auto& [key, value] : json.at("parameters").items()) series.parameters.emplace_back(key, value);
  series.verdict = VerdictFromName(json.at("verdict").get<std::string>());
  series.decided_by = DecidedByFromName(json.value("decided_by", DecidedByName(series.decided_by)));
  series.reason = json.at("reason");
  series.broken = BrokenFromName(json.value("broken", ""));
  if (!series.HasTimes()) series.why_broken = series.reason;
  series.faults = json.value("faults", "");
  series.suspects = json.value("suspects", series.suspects);  // older ones have none
  series.improved = json.at("improved");
  series.waived = json.value("waived", "");  // older ones had none
  series.ratio = FromNumber(json.at("ratio"));
  series.low = FromNumber(json.at("low"));
  series.high = FromNumber(json.at("high"));
  series.level = FromNumber(json.at("level"));
  series.p_slower = FromNumber(json.at("p_slower"));
  series.p_adjusted = FromNumber(json.at("p_adjusted"));
  series.tolerance = FromNumber(json.at("tolerance"));
  series.resolution_seconds = json.value("resolution_seconds", 0.0);  // older ones have none
  if (json.contains("detectable_ratio")) series.detectable_ratio = FromNumber(json.at("detectable_ratio"));
  if (json.contains("raw_ratio")) series.raw_ratio = FromNumber(json.at("raw_ratio"));
  if (json.contains("floor")) series.floor = OtherFromJson(json.at("floor"));
  if (json.contains("tail")) series.tail = OtherFromJson(json.at("tail"));
  series.stretched = TailFromJson(json, "stretched");
  series.slow_launches = TailFromJson(json, "slow_launches");
  series.slowest_times = json.value("slowest_times", series.slowest_times);
  series.local_ratio = FromNumber(json.at("local_ratio"));
  series.same_state = SameStateFromJson(json.value("same_state", Json()));  // older ones have none
  series.baseline_median = FromNumber(json.at("baseline_median_seconds"));
  series.candidate_median = FromNumber(json.at("candidate_median_seconds"));
  series.baseline_seconds = json.at("baseline_launches_seconds").get<std::vector<double>>();
  series.candidate_seconds = json.at("candidate_launches_seconds").get<std::vector<double>>();
  return series;
}

Json ToJson(const std::vector<SeriesComparison>& all) {
  Json array = Json::array();
  for (const SeriesComparison& one : all) array.push_back(ToJson(one));
  return array;
}

Json ToJson(const FamilyComparison& family) {
  return {{"name", family.name},           {"members", family.members},
          {"ratio", Number(family.ratio)}, {"tolerance", Number(family.tolerance)},
          {"p_slower", family.p_slower},   {"verdict", VerdictName(family.verdict)},
          {"reason", family.reason},       {"waived", family.waived}};
}

FamilyComparison FamilyFromJson(const Json& json) {
  return {json.at("name"),
          json.at("members").get<std::vector<std::string>>(),
          FromNumber(json.at("ratio")),
          FromNumber(json.at("tolerance")),
          json.at("p_slower"),
          VerdictFromName(json.at("verdict").get<std::string>()),
          json.at("reason"),
          json.value("waived", "")};
}

Json ToJson(const std::vector<FamilyComparison>& all) {
  Json array = Json::array();
  for (const FamilyComparison& one : all) array.push_back(ToJson(one));
  return array;
}

Json ToJson(const ControlMovement& movement) {
  return {{"controls", movement.controls}, {"moved", movement.moved},       {"ratio", Number(movement.ratio)},
          {"low", Number(movement.low)},   {"high", Number(movement.high)}, {"p", Number(movement.p)}};
}

ControlMovement MovementFromJson(const Json& json) {
  ControlMovement movement;
  movement.controls = json.at("controls");
  movement.moved = json.at("moved");
  movement.ratio = FromNumber(json.at("ratio"));
  movement.low = FromNumber(json.at("low"));
  movement.high = FromNumber(json.at("high"));
  movement.p = FromNumber(json.at("p"));
  return movement;
}

Json ToJson(const Losses& losses) {
  return {{"lost", losses.lost}, {"launches", losses.launches}, {"texts", losses.texts}};
}

Json ToJson(const LaunchLosses& losses) {
  return {{"text", losses.text},
          {"verdict", VerdictName(losses.verdict)},
          {"baseline", ToJson(losses.baseline)},
          {"candidate", ToJson(losses.candidate)}};
}

// Older ones have no numbers.
Losses LossesFromJson(const Json& json, const char* side) {
  const Json losses = json.value(side, Json());
  if (losses.is_null()) return {};
  return {losses.at("lost"), losses.at("launches"), losses.at("texts").get<std::vector<std::string>>()};
}

Json ToJson(const std::vector<Difference>& differences) {
  Json array = Json::array();
  for (const Difference& one : differences) {
    array.push_back({{"field", one.field}, {"baseline", one.baseline}, {"candidate", one.candidate}});
  }
  return array;
}

std::vector<Difference> DifferencesFromJson(const Json& json) {
  std::vector<Difference> differences;
  for (const Json& one : json) differences.push_back({one.at("field"), one.at("baseline"), one.at("candidate")});
  return differences;
}

Json ToJson(const std::vector<SelectionChange>& changes) {
  Json array = Json::array();
  for (const SelectionChange& one : changes) {
    array.push_back(
        {{"name", one.name}, {"baseline", one.baseline}, {"candidate", one.candidate}, {"concerns", one.concerns}});
  }
  return array;
}

Json ToJson(const std::vector<CountedDifference>& differences) {
  Json array = Json::array();
  for (const CountedDifference& one : differences) {
    array.push_back({{"series", one.series},
                     {"counter", one.counter},
                     {"exact", one.exact},
                     {"baseline", {one.baseline_low, one.baseline_high}},
                     {"candidate", {one.candidate_low, one.candidate_high}}});
  }
  return array;
}

// Older comparisons have neither.
void ReadChanges(const Json& json, Comparison& comparison) {
  for (const Json& one : json.value("selection_changes", Json::array())) {
    comparison.selection_changes.push_back(
        {one.at("name"), one.at("baseline"), one.at("candidate"), one.at("concerns")});
  }
  for (const Json& one : json.value("counted_differences", Json::array())) {
    const Json& baseline = one.at("baseline");
    const Json& candidate = one.at("candidate");
    comparison.counted_differences.push_back({one.at("series"), one.at("counter"), baseline.at(0), baseline.at(1),
                                              candidate.at(0), candidate.at(1), one.at("exact")});
  }
}

}  // namespace

Json ToJson(const SeriesComparison& series) {
  Json parameters = Json::object();
  for (const auto& [key, value] : series.parameters) parameters[key] = value;
  return {{"name", series.name},
          {"case", series.case_name},
          {"family", series.family},
          {"parameters", parameters},
          {"verdict", VerdictName(series.verdict)},
          {"decided_by", DecidedByName(series.decided_by)},
          {"reason", series.reason},
          {"broken", BrokenName(series.broken)},
          {"faults", series.faults},
          {"suspects", series.suspects},
          {"improved", series.improved},
          {"waived", series.waived},
          {"ratio", Number(series.ratio)},
          {"low", Number(series.low)},
          {"high", Number(series.high)},
          {"level", Number(series.level)},
          {"p_slower", Number(series.p_slower)},
          {"p_adjusted", Number(series.p_adjusted)},
          {"tolerance", Number(series.tolerance)},
          {"resolution_seconds", series.resolution_seconds},
          {"detectable_ratio", Number(series.detectable_ratio)},
          {"floor", ToJson(series.floor)},
          {"tail", ToJson(series.tail)},
          {"stretched", ToJson(series.stretched)},
          {"slow_launches", ToJson(series.slow_launches)},
          {"slowest_times", series.slowest_times},
          {"raw_ratio", Number(series.raw_ratio)},
          {"local_ratio", Number(series.local_ratio)},
          {"same_state", ToJson(series.same_state)},
          {"baseline_median_seconds", Number(series.baseline_median)},
          {"candidate_median_seconds", Number(series.candidate_median)},
          {"baseline_launches_seconds", series.baseline_seconds},
          {"candidate_launches_seconds", series.candidate_seconds}};
}

Json ToJson(const Comparison& comparison) {
  Json json = {{"verdict", VerdictName(comparison.verdict)},
               {"baseline", comparison.baseline},
               {"candidate", comparison.candidate},
               {"alpha", comparison.alpha},
               {"method", MethodName(comparison.method)},
               {"correction", CorrectionName(comparison.correction)},
               {"control_movement", ToJson(comparison.control_movement)},
               {"adjusted_for_controls", comparison.adjusted_for_controls},
               {"losses", ToJson(comparison.losses)},
               {"notes", comparison.notes},
               {"series", ToJson(comparison.series)},
               {"families", ToJson(comparison.families)},
               {"controls", ToJson(comparison.controls)},
               {"allowed_differences", ToJson(comparison.allowed_differences)},
               {"context_differences", ToJson(comparison.context_differences)},
               {"selection_changes", ToJson(comparison.selection_changes)},
               {"counted_differences", ToJson(comparison.counted_differences)},
               {"not_compared", comparison.not_compared},
               {"decision", comparison.decision}};
  if (comparison.impact) json["impact"] = ToJson(*comparison.impact);
  if (!comparison.timeline.is_null()) json["timeline"] = comparison.timeline;
  return json;
}

Comparison ComparisonFromJson(const Json& json, std::string_view what) {
  return ReadingJson(what, [&] {
    Comparison comparison;
    comparison.verdict = VerdictFromName(json.at("verdict").get<std::string>());
    comparison.baseline = json.at("baseline");
    comparison.candidate = json.at("candidate");
    comparison.alpha = json.at("alpha");
    comparison.method = MethodFromName(json.value("method", MethodName(comparison.method)));  // older ones: no choice
    comparison.correction = CorrectionFromName(json.value("correction", CorrectionName(comparison.correction)));
    if (json.contains("control_movement")) {
      comparison.control_movement = MovementFromJson(json.at("control_movement"));
      comparison.adjusted_for_controls = json.at("adjusted_for_controls");
    }
    if (json.contains("losses")) {
      const Json& losses = json.at("losses");
      comparison.losses = {losses.at("text"), VerdictFromName(losses.at("verdict").get<std::string>()),
                           LossesFromJson(losses, "baseline"), LossesFromJson(losses, "candidate")};
    }
    comparison.notes = json.at("notes").get<std::vector<std::string>>();
    for (const Json& series : json.at("series")) comparison.series.push_back(SeriesFromJson(series));
    for (const Json& family : json.value("families", Json::array()))
      comparison.families.push_back(FamilyFromJson(family));
    for (const Json& series : json.at("controls")) comparison.controls.push_back(SeriesFromJson(series));
    comparison.allowed_differences = DifferencesFromJson(json.at("allowed_differences"));
    comparison.context_differences = DifferencesFromJson(json.at("context_differences"));
    ReadChanges(json, comparison);
    comparison.not_compared = json.at("not_compared").get<std::vector<std::string>>();
    comparison.decision = json.value("decision", Json());  // of a gate alone
    const Json impact = json.value("impact", Json());      // where there were traces
    if (!impact.is_null()) comparison.impact = ImpactSectionFromJson(impact, what);
    comparison.timeline = json.value("timeline", Json());
    return comparison;
  });
}

}  // namespace mpigauge
