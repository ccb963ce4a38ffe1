#include "harness/state/case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using testing::ElementsAre;

void Nothing(State&) {}

std::vector<std::string> Names(const Case& c, int ranks) {
  std::vector<std::string> names;
  for (const Parameters& point : c.Points(ranks)) names.push_back(SeriesName(c.name(), point));
  return names;
}

TEST(CaseName, IsTheFunctionsNameInSnakeCase) {
  EXPECT_EQ(CaseName("Allreduce"), "allreduce");
  EXPECT_EQ(CaseName("HeadToHead"), "head_to_head");
  EXPECT_EQ(CaseName("BM_Sendrecv"), "sendrecv");
}

TEST(Case, OneSeriesPerCombinationOfParameters) {
  Case c("swap", Nothing);
  c.Parameter("bytes", {8, 64})->Parameter("distance", {1, 2});
  EXPECT_THAT(Names(c, 4), ElementsAre("swap/bytes:8/distance:1/ranks:4", "swap/bytes:8/distance:2/ranks:4",
                                       "swap/bytes:64/distance:1/ranks:4", "swap/bytes:64/distance:2/ranks:4"));
}

TEST(Case, CombinationsThatMakeNoSenseAreLeftOut) {
  Case c("swap", Nothing);
  c.Parameter("distance", {1, 2})->Where([](const Parameters& at) {
    return ParameterOr(at, "distance", 0) < ParameterOr(at, "ranks", 0);
  });
  EXPECT_THAT(Names(c, 3), ElementsAre("swap/distance:1/ranks:3", "swap/distance:2/ranks:3"));
  EXPECT_THAT(Names(c, 2), ElementsAre("swap/distance:1/ranks:2"));
  EXPECT_THAT(Names(c, 1), ElementsAre());
}

TEST(Case, OneSeriesForEachDistance) {
  Case c("one_way", Nothing);
  c.Exchange()->Parameter("bytes", {8})->Distances();
  EXPECT_TRUE(c.by_distance());
  EXPECT_THAT(Names(c, 4), ElementsAre("one_way/bytes:8/distance:0/ranks:4", "one_way/bytes:8/distance:1/ranks:4",
                                       "one_way/bytes:8/distance:2/ranks:4"));
}

TEST(Case, LocalCallsNeedOneRankAndManyOfThemAreTimedTogether) {
  Case c("comm_rank", Nothing);
  c.Local();
  EXPECT_EQ(c.family(), "simple");
  EXPECT_TRUE(c.loop());
  EXPECT_EQ(c.least_ranks(), 1);
  EXPECT_THAT(Names(c, 1), ElementsAre("comm_rank/ranks:1"));
}

TEST(Case, ControlsDoNotDependOnTheRanks) {
  Case c("spin", Nothing);
  c.Control();
  EXPECT_THAT(Names(c, 4), ElementsAre("spin"));
}

TEST(Case, SelfTestsAreMeasuredAsCollectivesAreAndDependOnTheRanks) {
  Case c("wait_pattern_up", Nothing);
  c.SelfTest();
  EXPECT_EQ(c.family(), "self-test");
  EXPECT_FALSE(c.loop());
  EXPECT_FALSE(c.control());
  EXPECT_THAT(Names(c, 4), ElementsAre("wait_pattern_up/ranks:4"));
}

TEST(Case, ARoundTripReportsHalfOfItsTime) {
  Case c("ping_pong", Nothing);
  c.RoundTrip()->MessageSizes();
  EXPECT_EQ(c.messages_per_operation(), 2);
  EXPECT_TRUE(c.loop());
  EXPECT_EQ(c.least_ranks(), 2);
  EXPECT_EQ(c.Points(2).size(), kMessageSizes.size());
  EXPECT_EQ(c.Points(2, {{"bytes", {8, 24, 4096}}}).size(), 3u);
}

TEST(Case, OnceCasesAreOfTheFamilyStartUp) {
  Case c("init", Nothing);
  c.Once()->LeastRanks(2)->Needs(Need::kSharedHost);
  EXPECT_TRUE(c.once());
  EXPECT_FALSE(c.loop());
  EXPECT_EQ(c.family(), "start-up");
  EXPECT_EQ(c.least_ranks(), 2);
  EXPECT_THAT(c.needs(), ElementsAre(Need::kSharedHost));
}

TEST(Case, BuffersMayBeDisplaced) {
  Case c("bcast_unaligned", Nothing);
  EXPECT_EQ(c.displacement(), 0);
  EXPECT_EQ(c.Displaced(1)->displacement(), 1);
}

TEST(Case, FreeParametersTakeWhatIsChosenAndSparseOnesAreFullThen) {
  Case c("swap", Case::Function());
  c.Exchange()->Parameter("distance", {1, 2})->Parameter("window", {4, 8})->Free("distance");
  c.Where([](const Parameters& at) { return ParameterOr(at, "distance", 0) < ParameterOr(at, "ranks", 0); });
  c.Usually([](const Parameters& at) { return ParameterOr(at, "window", 0) == 4; });
  const auto names = [&](const ParameterValues& chosen) {
    std::vector<std::string> all;
    for (const Parameters& point : c.Points(4, chosen)) all.push_back(SeriesName("", point));
    return all;
  };
  EXPECT_THAT(names({}), testing::ElementsAre("/distance:1/window:4/ranks:4", "/distance:2/window:4/ranks:4"));
  // A window is not free; a distance of four needs more ranks.
  EXPECT_THAT(names({{"distance", {3, 4}}, {"window", {99}}}),
              testing::ElementsAre("/distance:3/window:4/ranks:4", "/distance:3/window:8/ranks:4"));
}

}  // namespace
}  // namespace mpigauge
