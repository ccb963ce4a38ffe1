#include "simulator/fit/segments.h"

#include <gtest/gtest.h>

#include "base/json.h"

namespace mpigauge {
namespace {

// All ways to cut few points were tried.
TEST(BestSegments, AreTheBestOfAll) {
  const Json oracle = ReadJson("simulator/fit/testdata/oracle.json");
  ASSERT_EQ(oracle.at("segments").size(), 3u);
  for (const Json& each : oracle.at("segments")) {
    const std::vector<double> bytes = each.at("bytes");
    const std::vector<double> seconds = each.at("seconds");
    const auto segments = BestSegments(bytes, seconds);
    std::vector<std::size_t> edges{0};
    for (const Segment& segment : segments) {
      EXPECT_EQ(segment.first, edges.back());
      edges.push_back(segment.end);
    }
    EXPECT_EQ(edges, each.at("edges").get<std::vector<std::size_t>>()) << each.at("name");
    const double squares = SquaresOf(bytes, seconds, segments);
    EXPECT_NEAR(squares, each.at("squares"), 1e-6 * squares);
    EXPECT_NEAR(InformationCriterion(squares, bytes.size(), 4 * segments.size() - 2, 1e-3), each.at("criterion"), 1e-5);
  }
}

TEST(BestSegments, FewPointsAreOnePiece) {
  EXPECT_TRUE(BestSegments({}, {}).empty());
  const std::vector<double> bytes{1, 2};
  const std::vector<double> seconds{3, 5};
  const auto segments = BestSegments(bytes, seconds);
  ASSERT_EQ(segments.size(), 1u);
  EXPECT_DOUBLE_EQ(segments[0].line.seconds, 1);
  EXPECT_DOUBLE_EQ(segments[0].line.seconds_per_byte, 2);
}

TEST(BestSegments, APieceHasTheLeastPoints) {
  std::vector<double> bytes;
  std::vector<double> seconds;
  for (int i = 0; i < 20; ++i) {
    bytes.push_back(i);
    seconds.push_back(i == 9 || i == 10 ? 5 : 1);
  }
  for (const Segment& segment : BestSegments(bytes, seconds)) EXPECT_GE(segment.end - segment.first, 3u);
}

TEST(LineThrough, DoesNotFall) {
  const std::vector<double> bytes{1, 2, 3};
  const std::vector<double> seconds{2, 1, 0.5};
  const StraightLine line = LineThrough(bytes, seconds, 0, 3);
  EXPECT_EQ(line.seconds_per_byte, 0);
  EXPECT_DOUBLE_EQ(line.seconds, (0.5 + 1 + 2) / (0.25 + 1 + 4));  // weighted by 1 / y^2
}

}  // namespace
}  // namespace mpigauge
