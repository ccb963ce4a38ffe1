#include "dashboards/data/simulated.h"

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

Json FindingsOf(const Json& impact) { return ImpactFindings(ImpactSectionFromJson(impact, "test")); }

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
  view.impact = Impact({Application("solver", 1.03, Json::array())});
  const Json json = ToJson(view);
  EXPECT_THAT(Findings(json), ElementsAre(StartsWith("bcast got slower by 30."), StartsWith("solver: +3.0%")));
  EXPECT_THAT(json.at("headline"), StartsWith("bcast got slower"));
  EXPECT_EQ(json.at("impact").at("applications").size(), 1u);
}

TEST(View, ApplicationImpactIsNamedWhereNothingGotSlower) {
  ComparisonView view{ComparisonOf(1), "gate 1"};
  view.impact = Impact({Application("solver", 1.03, Json::array({Part("send 8 B", 1.028)}))});
  const Json json = ToJson(view);
  EXPECT_THAT(Findings(json), ElementsAre("solver: +3.0% [2.6, 3.4], of which send 8 B 2.8."));
  EXPECT_TRUE(json.at("timeline").is_null());
}

TEST(View, ErrorsAreNamedWithTheirPlace) {
  ComparisonView view{ComparisonOf(1), "gate 1"};
  view.impact = Impact({Application("solver", 1.5, Json::array())});
  view.impact["applications"][0]["ratio"] = "much";
  try {
    ToJson(view);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), StartsWith("gate 1, impact"));
    EXPECT_THAT(error.what(), HasSubstr("/applications/0/ratio"));
  }
}

// Rank 0 computes for 3 s and sends; rank 1 waits for that from 1 s on, and computes until 6 s.
Timeline TwoRanks() {
  Timeline timeline(2);
  timeline.OnSpan(0, Activity::kCompute, 0, 3);
  timeline.OnSpan(0, Activity::kOverhead, 3, 3.5);
  timeline.OnSpan(1, Activity::kCompute, 0, 1);
  timeline.OnSpan(1, Activity::kBlocked, 1, 4);
  timeline.OnSpan(1, Activity::kCompute, 4, 6);
  timeline.OnMessage({.from = 0, .to = 1, .bytes = 8, .sent = 3.5, .posted = 1, .arrived = 4, .received = 4});
  return timeline;
}

TEST(TimelineJson, SmallOnesAreWhole) {
  const Json json = TimelineJson("solver", TwoRanks(), nullptr);
  EXPECT_EQ(json.at("application"), "solver");
  EXPECT_EQ(json.at("ranks"), 2);
  EXPECT_EQ(json.at("parallel_seconds"), 6);
  EXPECT_TRUE(json.at("candidate").is_null());
  const Json& side = json.at("baseline");
  EXPECT_EQ(side.at("rows").at(1).at("spans"),
            Json::parse(R"([[0.0, 1.0, "compute"], [1.0, 4.0, "blocked"], [4.0, 6.0, "compute"]])"));
  const Json& path = side.at("critical_path");
  EXPECT_EQ(path.front(), Json::parse("[0, 0.0, 4.0]"));  // with the message
  EXPECT_EQ(path.back(), Json::parse("[1, 4.0, 6.0]"));
}

double Share(const Json& spans, const std::string& activity) {
  double sum = 0;
  for (const Json& span : spans) {
    if (span.at(2) == activity) sum += span.at(1).get<double>() - span.at(0).get<double>();
  }
  return sum;
}

// Ranks that are busy for 9 of 10 s in each of 3000 rounds; the last of 1000 ranks alone determines the time.
TEST(TimelineJson, LargeOnesAreCutAndKeepTheirShares) {
  Timeline timeline(1000);
  for (int round = 0; round < 3000; ++round) {
    for (int rank = 0; rank < 1000; rank += 333) {
      const double begin = 10.0 * round;
      timeline.OnSpan(rank, Activity::kCompute, begin, begin + 9);
      timeline.OnSpan(rank, Activity::kBlocked, begin + 9, begin + 10);
    }
  }
  timeline.OnSpan(999, Activity::kCompute, 30000, 60000);
  const Json json = TimelineJson("solver", timeline, &timeline);
  EXPECT_EQ(json.at("ranks"), 1000);
  for (const char* side : {"baseline", "candidate"}) {
    const Json& rows = json.at(side).at("rows");
    ASSERT_EQ(rows.size(), kShownRanks);
    std::size_t spans = 0;
    for (const Json& row : rows) spans += row.at("spans").size();
    EXPECT_LE(spans, kShownSpans);
    EXPECT_EQ(rows.back().at("rank"), 999);  // it is on the critical path
    EXPECT_NEAR(Share(rows.back().at("spans"), "compute"), 60000, 1);
    EXPECT_LE(json.at(side).at("critical_path").size(), kShownSpans);
  }
}

TEST(TimelineJson, NothingHappens) {
  const Json json = TimelineJson("idle", Timeline(3), nullptr);
  EXPECT_EQ(json.at("parallel_seconds"), 0);
  EXPECT_EQ(json.at("baseline").at("rows").size(), 3u);
  EXPECT_TRUE(json.at("baseline").at("critical_path").empty());
}

NetworkFit Fit(const std::string& distance) {
  NetworkFit fit;
  fit.distance = distance;
  fit.launches = 10;
  fit.bytes = {8, 8192};
  fit.measured_seconds = {1e-6, 4.5e-6};
  FittedModel model;
  model.kind = "piecewise";
  model.pieces = {{0, {1e-6, 0.9e-6, 1.1e-6}, {1e-10, 1e-10, 1e-10}},
                  {4097, {2e-6, 1.9e-6, 2.1e-6}, {2e-10, 2e-10, 2e-10}}};
  model.predicted_seconds = {1e-6, 4e-6};
  model.relative_rms = 0.0786;
  model.latency_seconds = FittedValue{3e-7, 2e-7, 4e-7};
  fit.models = {model};
  fit.switches = {{4096, 8192, 1e-6}};
  fit.eager_limit_bytes = 4096;
  return fit;
}

TEST(NetworkJson, DistancesOfBothSidesStandTogether) {
  const Json json = NetworkJson({Fit("same-host")}, {Fit("other-host"), Fit("same-host")});
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json.at(0).at("distance"), "same-host");
  EXPECT_EQ(json.at(0).at("candidate").at("bytes"), Json::parse("[8, 8192]"));
  EXPECT_TRUE(json.at(1).at("baseline").is_null());
  const Json& fit = json.at(0).at("baseline");
  EXPECT_EQ(fit.at("eager_limit_bytes"), 4096);
  EXPECT_EQ(fit.at("switches").at(0).at("first_bytes_after"), 8192);
  const Json& parameters = fit.at("models").at(0).at("parameters");
  EXPECT_EQ(parameters.at("seconds").at("high"), 1.1e-6);
  EXPECT_EQ(parameters.at("seconds from 4097 B").at("value"), 2e-6);
  EXPECT_EQ(parameters.at("seconds_per_byte from 4097 B").at("value"), 2e-10);
  EXPECT_EQ(parameters.at("latency_seconds").at("low"), 2e-7);
  EXPECT_FALSE(parameters.contains("block_bytes"));
  EXPECT_TRUE(NetworkJson({}, {}).is_null());
}

}  // namespace
}  // namespace mpigauge
