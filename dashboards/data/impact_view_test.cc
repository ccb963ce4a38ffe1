#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "baselines/compare/impact.h"
#include "baselines/verdict/decide.h"
#include "dashboards/data/view.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

Json Part(const std::string& label, double ratio) {
  return {{"operation", "send"}, {"bytes", 8},         {"label", label},     {"calls", 4},
          {"ratio", ratio},      {"low", ratio - .01}, {"high", ratio + .01}};
}

Json Application(const std::string& name, double ratio, const Json& parts) {
  return {{"application", name},
          {"trace", "traces"},
          {"ranks", 2},
          {"baseline_seconds", 1.0},
          {"candidate_seconds", ratio},
          {"ratio", ratio},
          {"low", ratio - 0.004},
          {"high", ratio + 0.004},
          {"confidence", 0.95},
          {"hangs", nullptr},
          {"verdict", nullptr},
          {"parts", parts},
          {"notes", Json::array({"MPI_Put is not modelled"})}};
}

Json Impact(const std::vector<Json>& applications) {
  return {{"applications", applications}, {"fail_impact", 0.02}, {"verdict", "fail"}, {"sensitivity", nullptr}};
}

ImpactSection SectionOf(const Json& impact) { return ImpactSectionFromJson(impact, "gate 1, impact"); }

Json FindingsOf(const Json& impact) { return ImpactFindings(SectionOf(impact)); }

TEST(Impact, TheWorstThreeAreTold) {
  Json json = Impact({Application("a", 1.01, Json::array()), Application("b", 1.04, Json::array()),
                      Application("c", 1.02, Json::array()), Application("d", 1.03, Json::array())});
  json["applications"][1]["verdict"] = "fail";
  std::vector<std::string> told;
  for (const Json& one : FindingsOf(json)) {
    told.push_back(one.at("kind").get<std::string>() + " " + one.at("text").get<std::string>().substr(0, 1));
  }
  EXPECT_THAT(told, ElementsAre("fail b", "impact d", "impact c"));
}

TEST(Impact, HangingApplicationIsTheWorst) {
  Json json = Impact({Application("a", 1.04, Json::array()), Application("b", 1, Json::array())});
  json["applications"][1]["ratio"] = nullptr;
  json["applications"][1]["hangs"] = "rank 0 waits in MPI_Recv";
  const Json told = FindingsOf(json);
  EXPECT_EQ(told.at(0).at("text"), "b: hangs with the candidate: rank 0 waits in MPI_Recv.");
  EXPECT_EQ(told.at(1).at("kind"), "impact");
}

Comparison ComparisonOf(double ratio) {
  Side sides[2] = {{"old", {}}, {"new", {}}};
  for (int i = 0; i < 10; ++i) {
    const double noise = 1 + 0.001 * i;
    sides[0].launches.push_back(ExampleLaunch("old", i, {{"bcast/bytes:8/ranks:2", noise * 1e-6}}));
    sides[1].launches.push_back(ExampleLaunch("new", i, {{"bcast/bytes:8/ranks:2", noise * ratio * 1e-6}}));
  }
  return CompareAndDecide(sides[0], sides[1], {});
}

std::vector<std::string> Findings(const Json& view) {
  std::vector<std::string> texts;
  for (const Json& one : view.at("findings")) texts.push_back(one.at("text"));
  return texts;
}

TEST(View, SlowerSeriesComeBeforeApplications) {
  ComparisonView view{ComparisonOf(1.3), "gate 1"};
  view.comparison.impact = SectionOf(Impact({Application("solver", 1.03, Json::array())}));
  const Json json = ToJson(view);
  EXPECT_THAT(Findings(json), ElementsAre(StartsWith("bcast got slower by 30."), StartsWith("solver: +3.0%")));
  EXPECT_THAT(json.at("headline"), StartsWith("bcast got slower"));
  EXPECT_EQ(json.at("impact").at("applications").size(), 1u);
}

TEST(View, ApplicationImpactIsNamedWhereNothingGotSlower) {
  ComparisonView view{ComparisonOf(1), "gate 1"};
  view.comparison.impact = SectionOf(Impact({Application("solver", 1.03, Json::array({Part("send 8 B", 1.028)}))}));
  const Json json = ToJson(view);
  EXPECT_THAT(Findings(json), ElementsAre("solver: +3.0% [2.6, 3.4], of which send 8 B 2.8."));
  EXPECT_TRUE(json.at("timeline").is_null());
}

TEST(Impact, ErrorsAreNamedWithTheirPlace) {
  Json impact = Impact({Application("solver", 1.5, Json::array())});
  impact["applications"][0]["ratio"] = "much";
  try {
    SectionOf(impact);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), StartsWith("gate 1, impact"));
    EXPECT_THAT(error.what(), HasSubstr("/applications/0/ratio"));
  }
}

}  // namespace
}  // namespace mpigauge
