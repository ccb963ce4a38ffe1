#include "dashboards/data/shown_timeline.h"

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

TEST(ShownTimeline, SmallOnesAreWhole) {
  const ApplicationTimeline shown = ShownTimeline("solver", TwoRanks(), nullptr);
  EXPECT_EQ(shown.application, "solver");
  EXPECT_EQ(shown.ranks, 2u);
  EXPECT_EQ(shown.parallel_seconds, 6);
  EXPECT_FALSE(shown.candidate);
  const Json side = ToJson(shown).at("baseline");
  EXPECT_EQ(side.at("rows").at(1).at("spans"),
            Json::parse(R"([[0.0, 1.0, "compute"], [1.0, 4.0, "blocked"], [4.0, 6.0, "compute"]])"));
  EXPECT_EQ(shown.baseline.rows[0].spans[1].state, RankState::kOverhead);
  const Json& path = side.at("critical_path");
  EXPECT_EQ(path.front(), Json::parse("[0, 0.0, 4.0]"));  // with the message
  EXPECT_EQ(path.back(), Json::parse("[1, 4.0, 6.0]"));
}

double Share(const std::vector<TimelineSpan>& spans, RankState state) {
  double sum = 0;
  for (const TimelineSpan& span : spans) {
    if (span.state == state) sum += span.end - span.begin;
  }
  return sum;
}

// Ranks that are busy for 9 of 10 s in each of 3000 rounds; the last of 1000 ranks alone determines the time.
TEST(ShownTimeline, LargeOnesAreCutAndKeepTheirShares) {
  Timeline timeline(1000);
  for (int round = 0; round < 3000; ++round) {
    for (int rank = 0; rank < 1000; rank += 333) {
      const double begin = 10.0 * round;
      timeline.OnSpan(rank, Activity::kCompute, begin, begin + 9);
      timeline.OnSpan(rank, Activity::kBlocked, begin + 9, begin + 10);
    }
  }
  timeline.OnSpan(999, Activity::kCompute, 30000, 60000);
  const ApplicationTimeline shown = ShownTimeline("solver", timeline, &timeline);
  EXPECT_EQ(shown.ranks, 1000u);
  ASSERT_TRUE(shown.candidate);
  for (const TimelineSide* side : {&shown.baseline, &*shown.candidate}) {
    ASSERT_EQ(side->rows.size(), kShownRanks);
    std::size_t spans = 0;
    for (const TimelineRow& row : side->rows) spans += row.spans.size();
    EXPECT_LE(spans, kShownSpans);
    EXPECT_EQ(side->rows.back().rank, 999);  // it is on the critical path
    EXPECT_NEAR(Share(side->rows.back().spans, RankState::kCompute), 60000, 1);
    EXPECT_LE(side->critical_path.size(), kShownSpans);
  }
}

TEST(ShownTimeline, NothingHappens) {
  const ApplicationTimeline shown = ShownTimeline("idle", Timeline(3), nullptr);
  EXPECT_EQ(shown.parallel_seconds, 0);
  EXPECT_EQ(shown.baseline.rows.size(), 3u);
  EXPECT_TRUE(shown.baseline.critical_path.empty());
}

}  // namespace
}  // namespace mpigauge
