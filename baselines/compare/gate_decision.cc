#include "baselines/compare/gate_decision.h"

#include "base/enum_text.h"
#include "baselines/compare/gate_decision_fields.h"

namespace mpigauge {
namespace {

constexpr EnumTexts<Decision, 4> kDecisions = {{{Decision::kOpen, "open"},
                                                {Decision::kPass, "pass"},
                                                {Decision::kFail, "fail"},
                                                {Decision::kInconclusive, "inconclusive"}}};

}  // namespace

std::string DecisionName(Decision decision) { return TextOf(kDecisions, decision); }
Decision DecisionFromName(std::string_view name) { return FromText(kDecisions, name, "decision"); }

Json ToJson(const GateDecision& decision) { return FieldsToJson(decision); }

}  // namespace mpigauge
