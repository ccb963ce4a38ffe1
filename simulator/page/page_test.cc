#include "simulator/page/page.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

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
