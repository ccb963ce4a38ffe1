#include "simulator/replay/collective_costs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"

namespace mpigauge {
namespace {

using enum CollectiveKind;

TEST(CollectiveCosts, MeasuredPointsAreWhatTheyAre) {
  CollectiveCosts costs;
  costs.Add(kAllreduce, 4, 8, 2e-6);
  costs.Add(kAllreduce, 4, 1024, 5e-6);
  costs.Add(kAllreduce, 16, 8, 3e-6);
  EXPECT_NEAR(costs.Seconds(kAllreduce, 4, 8) / 2e-6, 1, 1e-12);
  EXPECT_NEAR(costs.Seconds(kAllreduce, 4, 1024) / 5e-6, 1, 1e-12);
  EXPECT_NEAR(costs.Seconds(kAllreduce, 16, 8) / 3e-6, 1, 1e-12);
  EXPECT_TRUE(costs.Has(kAllreduce));
  EXPECT_FALSE(costs.Has(kBarrier));
  EXPECT_THROW(costs.Seconds(kBarrier, 4, 0), Error);
}

// A power of ranks and bytes is met everywhere, between the points and beyond them.
TEST(CollectiveCosts, PowersAreExact) {
  const auto law = [](int ranks, std::int64_t bytes) {
    return 1e-7 * std::pow(ranks, 0.7) * std::pow(static_cast<double>(bytes), 0.4);
  };
  CollectiveCosts costs;
  for (const int ranks : {2, 4, 16}) {
    for (const std::int64_t bytes : {16, 256, 65536}) costs.Add(kAlltoall, ranks, bytes, law(ranks, bytes));
  }
  for (const int ranks : {2, 3, 7, 16, 40}) {
    for (const std::int64_t bytes : {1, 16, 100, 5000, 10000000}) {
      EXPECT_NEAR(costs.Seconds(kAlltoall, ranks, bytes) / law(ranks, bytes), 1, 1e-12) << ranks << " " << bytes;
    }
  }
}

TEST(CollectiveCosts, OnePointHoldsEverywhere) {
  CollectiveCosts costs;
  costs.Add(kBarrier, 4, 0, 2e-6);
  EXPECT_DOUBLE_EQ(costs.Seconds(kBarrier, 64, 0), 2e-6);
}

TEST(CollectiveCosts, NoBytesCountAsOne) {
  CollectiveCosts costs;
  costs.Add(kBcast, 2, 0, 1e-6);
  costs.Add(kBcast, 2, 100, 1e-5);
  EXPECT_NEAR(costs.Seconds(kBcast, 2, 10) / std::sqrt(1e-11), 1, 1e-12);
}

// A rank alone copies: what it takes would make the last slope far too steep.
TEST(CollectiveCosts, OneRankAloneSaysNothingOfMore) {
  CollectiveCosts costs;
  costs.Add(kAllreduce, 1, 8, 1e-8);
  costs.Add(kAllreduce, 2, 8, 1e-6);
  EXPECT_NEAR(costs.Seconds(kAllreduce, 16, 8) / 1e-6, 1, 1e-12);
  EXPECT_NEAR(costs.Seconds(kAllreduce, 1, 8) / 1e-8, 1, 1e-12);
  EXPECT_TRUE(costs.Measured(kAllreduce, 2));
  EXPECT_FALSE(costs.Measured(kAllreduce, 3));
}

TEST(CollectiveCosts, FromJson) {
  const auto costs = CollectiveCostsFromJson(
      ParseJson(R"([{"collective": "bcast", "ranks": 2, "bytes": 8, "seconds": 1e-6}])", "c"), "c");
  EXPECT_DOUBLE_EQ(costs.Seconds(kBcast, 2, 8), 1e-6);
  EXPECT_THROW(CollectiveCostsFromJson(ParseJson(R"([{"collective": "bcast"}])", "c"), "c"), Error);
  for (const char* impossible : {R"({"collective": "bcast", "ranks": 1e300, "bytes": 8, "seconds": 1e-6})",
                                 R"({"collective": "bcast", "ranks": 2, "bytes": 0.5, "seconds": 1e-6})"}) {
    try {
      CollectiveCostsFromJson(Json::array({ParseJson(impossible, "c")}), "costs.json");
      ADD_FAILURE() << impossible;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::StartsWith("costs.json: "));
      EXPECT_THAT(error.what(), testing::HasSubstr("is impossible; it is a whole number"));
    }
  }
}

TEST(CollectiveCosts, ImpossibleTimesAreRefused) {
  CollectiveCosts costs;
  EXPECT_THROW(costs.Add(kBcast, 2, 8, 0), Error);
  EXPECT_THROW(costs.Add(kBcast, 2, 8, std::nan("")), Error);
}

}  // namespace
}  // namespace mpigauge
