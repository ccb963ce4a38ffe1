#include "baselines/compare/impact.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "base/error.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

ApplicationImpact Solver() {
  ApplicationImpact impact;
  impact.application = "solver";
  impact.trace = "traces/solver";
  impact.ranks = 16;
  impact.baseline_seconds = 1.25;
  impact.candidate_seconds = 1.26625;
  impact.ratio = 1.013;
  impact.low = 1.009;
  impact.high = 1.017;
  impact.parts = {{"allreduce", 65536, "allreduce 64 KiB", 3200, 1.011, 1.008, 1.014},
                  {"send", 8, "send 8 B", 99, 1.0005, 1.0001, 1.0011}};
  impact.notes = {"scan was not measured"};
  return impact;
}

TEST(ImpactText, OneSentenceSaysItAll) {
  EXPECT_EQ(ImpactSentence(Solver()), "solver: +1.3% [0.9, 1.7], of which allreduce 64 KiB 1.1");
}

TEST(ImpactText, WithoutAnIntervalItSaysSo) {
  ApplicationImpact impact = Solver();
  impact.confidence = 0;
  impact.parts.clear();
  EXPECT_EQ(ImpactSentence(impact), "solver: +1.3% [one launch: no interval]");
}

TEST(ImpactText, LittleIsToldWithMoreDigits) {
  ApplicationImpact impact = Solver();
  impact.ratio = 0.9996;
  impact.low = 0.999;
  impact.high = 1.0002;
  impact.parts.clear();
  EXPECT_EQ(ImpactSentence(impact), "solver: -0.04% [-0.10, 0.02]");
  impact.ratio = impact.low = impact.high = 1;
  EXPECT_EQ(ImpactSentence(impact), "solver: +0.00% [0.00, 0.00]");
}

TEST(ImpactText, TheWholeTellsPartsNotesAndTheVerdict) {
  ApplicationImpact fails = Solver();
  fails.verdict = Verdict::kFail;
  const std::string text = ImpactText({{fails}, 0.005, Verdict::kFail, {}}, false);
  EXPECT_THAT(text, HasSubstr("16 ranks, 1.25 s -> 1.27 s as replayed; fail"));
  EXPECT_THAT(text, HasSubstr("  send 8 B             99  +0.05%  [0.01, 0.11]"));
  EXPECT_THAT(text, HasSubstr("note: scan was not measured\n"));
  EXPECT_THAT(text, HasSubstr("FAIL: 1 of 1 application loses more than +0.5%; worst: solver: +1.3%"));
}

TEST(ImpactText, HeadlinesOfAllVerdicts) {
  ApplicationImpact one = Solver();
  EXPECT_EQ(ImpactHeadline({{one}, std::nullopt, std::nullopt, {}}), "");
  one.verdict = Verdict::kPass;
  EXPECT_EQ(ImpactHeadline({{one}, 0.02, Verdict::kPass, {}}), "PASS: none of 1 application loses +2.0% or more");
  one.verdict = Verdict::kInconclusive;
  EXPECT_THAT(ImpactHeadline({{one}, 0.012, Verdict::kInconclusive, {}}),
              HasSubstr("whether solver loses +1.2% is open"));
  one.verdict = Verdict::kFail;
  one.hangs = "deadlock";
  EXPECT_EQ(ImpactHeadline({{one}, 0.02, Verdict::kFail, {}}), "FAIL: solver: hangs with the candidate: deadlock");
}

TEST(SensitivityText, ShowsWhatMattersMost) {
  std::vector<Sensitivity> list;
  for (int i = 0; i < 12; ++i) list.push_back({"solver", "send", i, "send " + std::to_string(i) + " B", 7, 0.001});
  EXPECT_THAT(SensitivityText(list, false, false), HasSubstr("(2 more; --all shows them)"));
  EXPECT_THAT(SensitivityText(list, true, false), HasSubstr("solver       send 11 B      7  +0.1000%"));
}

TEST(ImpactJson, ComesBackAsItWas) {
  ApplicationImpact hangs = Solver();
  hangs.hangs = "deadlock";
  hangs.verdict = Verdict::kFail;
  hangs.ratio = hangs.low = hangs.high = std::numeric_limits<double>::infinity();
  const ImpactSection section{{hangs, Solver()}, 0.02, Verdict::kFail, {{"solver", "send", 8, "send 8 B", 99, 0.002}}};
  const Json json = ToJson(section);
  EXPECT_TRUE(json.at("applications")[0].at("ratio").is_null());
  EXPECT_EQ(json.at("applications")[1].at("parts")[0].at("label"), "allreduce 64 KiB");
  EXPECT_EQ(json.at("sensitivity")[0].at("cost_of_one_percent"), 0.002);
  const ImpactSection back = ImpactSectionFromJson(ParseJson(JsonText(json), "j"), "j");
  EXPECT_EQ(ToJson(back), json);
  EXPECT_EQ(back.applications[0].ratio, hangs.ratio);
  EXPECT_EQ(back.applications[1].parts[1].high, 1.0011);
}

TEST(ImpactJson, NothingAskedForIsNull) {
  const Json json = ToJson(ImpactSection{{Solver()}, std::nullopt, std::nullopt, {}});
  EXPECT_TRUE(json.at("fail_impact").is_null());
  EXPECT_TRUE(json.at("verdict").is_null());
  EXPECT_TRUE(json.at("sensitivity").is_null());
  EXPECT_EQ(ToJson(ImpactSectionFromJson(json, "j")), json);
  EXPECT_THROW(ImpactSectionFromJson(Json::object(), "j"), Error);
}

}  // namespace
}  // namespace mpigauge
