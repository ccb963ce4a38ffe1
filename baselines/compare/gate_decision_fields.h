#pragma once

#include <functional>

#include "base/json_fields.h"
#include "baselines/compare/gate_decision.h"

// The fields of a gate's decision in JSON (base/json_fields.h).
namespace mpigauge {

// A figure that may not be known: null in JSON.
template <typename Figure>
struct KnownOrNull {
  static Json Write(const Figure& figure) {
    return std::invoke(&Figure::known, figure) ? FieldsToJson(figure) : Json(nullptr);
  }
  static Figure Read(const Json& json) {
    if (json.is_null()) return {};
    auto figure = FieldsFromJson<Figure>(json);
    if constexpr (requires { figure.known = true; }) figure.known = true;
    return figure;
  }
  static std::string Type(TypeScript& types) { return AddInterface<Figure>(types) + " | null"; }
};

template <>
struct JsonOf<Decision> : ByName<DecisionName, DecisionFromName> {};

template <>
inline constexpr auto kFields<SameState> =
    Interface("SameState", "How far stored runs and the new one met the machine in the same state.",
              Field<&SameState::comparable>("comparable"), Field<NumberOrNull, &SameState::explained>("explained"),
              Field<&SameState::taken_out>("taken_out"), Field<&SameState::most_changed>("most_changed"),
              Field<&SameState::times>("times"));

template <>
inline constexpr auto kFields<GateScreen> = Interface(
    "GateScreen", "A new run against stored runs.", Field<&GateScreen::passed>("passed"),
    Field<&GateScreen::runs>("runs", "stored runs that count"), Field<NumberOrNull, &GateScreen::ratio>("ratio"),
    Field<NumberOrNull, &GateScreen::deviation>("deviation"), Field<&GateScreen::reason>("reason"),
    Field<KnownOrNull<SameState>, &GateScreen::same_state>("same_state"),
    Field<NumberOrNull, &GateScreen::upper>("upper"));

template <>
inline constexpr auto kFields<GateLook> = Interface(
    "GateLook", "A look at launches side by side.", Field<&GateLook::baseline_launches>("baseline_launches"),
    Field<&GateLook::candidate_launches>("candidate_launches"), Field<NumberOrNull, &GateLook::ratio>("ratio"),
    Field<NumberOrNull, &GateLook::p_slower>("p_slower"), Field<NumberOrNull, &GateLook::fail_level>("fail_level"),
    Field<NumberOrNull, &GateLook::fail_spent>("fail_spent"), Field<NumberOrNull, &GateLook::p_within>("p_within"),
    Field<NumberOrNull, &GateLook::pass_level>("pass_level"), Field<NumberOrNull, &GateLook::pass_spent>("pass_spent"),
    Field<NumberOrNull, &GateLook::floor_ratio>("floor_ratio"),
    Field<NumberOrNull, &GateLook::p_floor_within>("p_floor_within"),
    Field<NumberOrNull, &GateLook::floor_level>("floor_level"), Field<&GateLook::by_floor>("by_floor"),
    Field<&GateLook::decision>("decision"));

template <>
inline constexpr auto kFields<GateHypothesis> = Interface(
    "GateHypothesis", "A series or a family with the stages of its decision.", Field<&GateHypothesis::name>("name"),
    Field<NumberOrNull, &GateHypothesis::tolerance>("tolerance"), Field<&GateHypothesis::decision>("decision"),
    Field<&GateHypothesis::screen>("screen"), Field<&GateHypothesis::looks>("looks"),
    Field<NullIfEmpty<std::vector<std::string>>, &GateHypothesis::members>("members", "of a family").MayBeMissing());

template <>
inline constexpr auto kFields<GateDecision> = Interface(
    "GateDecision", "How a gate came to its decision.", Field<&GateDecision::outcome_of_medians>("outcome_of_medians"),
    Field<&GateDecision::alpha>("alpha"), Field<&GateDecision::screen_miss>("screen_miss"),
    Field<&GateDecision::sequential_miss>("sequential_miss"), Field<&GateDecision::floor_miss>("floor_miss"),
    Field<&GateDecision::planned_looks>("planned_looks", "launches a side"), Field<&GateDecision::series>("series"),
    Field<&GateDecision::families>("families"));

}  // namespace mpigauge
