#include "baselines/compare/application_timeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "baselines/compare/comparison_json.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

constexpr const char* kTimeline =
    R"({"application":"solver","ranks":2,"parallel_seconds":6.5,"baseline":{"parallel_seconds":6.0,"rows":[)"
    R"({"rank":0,"spans":[[0.0,3.0,"compute"],[3.0,3.5,"overhead"]]},{"rank":1,"spans":[[1.0,4.0,"blocked"]]}],)"
    R"("critical_path":[[0,0.0,4.0],[1,4.0,6.0]]},"candidate":{"parallel_seconds":6.5,"rows":[],)"
    R"("critical_path":[]}})";

Json ComparisonWithTimeline() {
  Json json = ToJson(Comparison());
  json["timeline"] = Json::parse(kTimeline);
  return json;
}

TEST(ApplicationTimeline, ComesBackFromAComparisonAsItWas) {
  const Comparison comparison = ComparisonFromJson(ComparisonWithTimeline(), "gate");
  ASSERT_TRUE(comparison.timeline);
  EXPECT_EQ(comparison.timeline->ranks, 2u);
  const TimelineRow& row = comparison.timeline->baseline.rows[0];
  EXPECT_EQ(row.spans[1].end, 3.5);
  EXPECT_EQ(row.spans[1].state, RankState::kOverhead);
  EXPECT_EQ(comparison.timeline->baseline.critical_path[1].rank, 1);
  EXPECT_EQ(comparison.timeline->candidate->parallel_seconds, 6.5);
  EXPECT_EQ(ToJson(*comparison.timeline).dump(), kTimeline);
  EXPECT_EQ(ToJson(comparison).at("timeline").dump(), kTimeline);
}

TEST(ApplicationTimeline, IsMissingWhereNoneWasAskedFor) {
  EXPECT_FALSE(ToJson(Comparison()).contains("timeline"));
  EXPECT_FALSE(ComparisonFromJson(ToJson(Comparison()), "c").timeline);
}

TEST(ApplicationTimeline, SpanWithoutStateIsAnError) {
  Json json = ComparisonWithTimeline();
  json["timeline"]["baseline"]["rows"][0]["spans"][0] = {0.0, 3.0};
  EXPECT_THAT(ErrorOf([&] { ComparisonFromJson(json, "gate 1"); }), testing::StartsWith("gate 1"));
  json["timeline"]["baseline"]["rows"][0]["spans"][0] = {0.0, 3.0, "idle"};
  EXPECT_THAT(ErrorOf([&] { ComparisonFromJson(json, "gate 1"); }), testing::HasSubstr("'idle'"));
}

}  // namespace
}  // namespace mpigauge
