#include "baselines/compare/gate_decision.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "baselines/compare/comparison_json.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

// One series that stored runs left open and two looks decided, and a family of it that they passed.
constexpr const char* kDecision =
    R"({"outcome_of_medians":"fail","alpha":0.05,"screen_miss":0.02,"sequential_miss":0.015,"floor_miss":0.003,)"
    R"("planned_looks":[5,8],"series":[{"name":"bcast/bytes:8","tolerance":0.1,"decision":"fail","screen":)"
    R"({"passed":false,"runs":10,"ratio":1.25,"deviation":0.5,"reason":"slower","same_state":{"comparable":0.75,)"
    R"("explained":null,"taken_out":false,"most_changed":"network","times":1.5},"upper":null},"looks":[)"
    R"({"baseline_launches":5,"candidate_launches":4,"ratio":1.5,"p_slower":0.25,"fail_level":0.125,)"
    R"("fail_spent":0.0625,"p_within":1.0,"pass_level":0.0,"pass_spent":0.0,"floor_ratio":null,)"
    R"("p_floor_within":1.0,"floor_level":0.0,"by_floor":false,"decision":"open"},)"
    R"({"baseline_launches":8,"candidate_launches":8,"ratio":1.5,"p_slower":0.125,"fail_level":0.125,)"
    R"("fail_spent":0.125,"p_within":0.5,"pass_level":0.25,"pass_spent":0.25,"floor_ratio":1.75,)"
    R"("p_floor_within":0.5,"floor_level":0.25,"by_floor":true,"decision":"fail"}]}],)"
    R"("families":[{"name":"bcast over bytes","tolerance":0.05,"decision":"pass","screen":)"
    R"({"passed":true,"runs":10,"ratio":1.0,"deviation":0.5,"reason":"","same_state":null,"upper":1.03},)"
    R"("looks":[],"members":["bcast/bytes:8"]}]})";

// A comparison that a gate made and stored.
Json StoredComparison() {
  Json json = ToJson(Comparison());
  json["decision"] = Json::parse(kDecision);
  return json;
}

TEST(GateDecision, ComesBackFromAStoredComparisonAsItWas) {
  const Comparison comparison = ComparisonFromJson(StoredComparison(), "gate");
  ASSERT_TRUE(comparison.decision);
  const GateDecision& decision = *comparison.decision;
  EXPECT_EQ(decision.outcome_of_medians, Decision::kFail);
  EXPECT_DOUBLE_EQ(decision.Miss(), 0.038);
  EXPECT_EQ(decision.series[0].looks[0].decision, Decision::kOpen);
  EXPECT_TRUE(std::isnan(decision.series[0].looks[0].floor_ratio));
  EXPECT_EQ(decision.series[0].looks[1].floor_ratio, 1.75);
  EXPECT_TRUE(std::isnan(decision.series[0].screen->upper));
  EXPECT_EQ(decision.series[0].screen->same_state.most_changed, "network");
  EXPECT_FALSE(decision.families[0].screen->same_state.known());
  EXPECT_EQ(decision.families[0].members, std::vector<std::string>{"bcast/bytes:8"});
  EXPECT_EQ(ToJson(decision).dump(), kDecision);
  EXPECT_EQ(ToJson(comparison).at("decision").dump(), kDecision);
}

TEST(GateDecision, ComparisonThatNoGateMadeHasNone) {
  const Json json = ToJson(Comparison());
  EXPECT_TRUE(json.at("decision").is_null());
  EXPECT_FALSE(ComparisonFromJson(json, "comparison").decision);
}

TEST(GateDecision, MissingOrUnknownValueIsAnErrorThatNamesTheGate) {
  Json json = StoredComparison();
  json["decision"]["series"][0]["decision"] = "perhaps";
  EXPECT_THAT(ErrorOf([&] { ComparisonFromJson(json, "gate 1"); }),
              testing::AllOf(testing::StartsWith("gate 1"), testing::HasSubstr("'perhaps'")));
  json = StoredComparison();
  json["decision"] = {{"alpha", 0.05}};
  EXPECT_THAT(ErrorOf([&] { ComparisonFromJson(json, "gate 1"); }), testing::HasSubstr("outcome_of_medians"));
}

}  // namespace
}  // namespace mpigauge
