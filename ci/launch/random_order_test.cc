#include "ci/launch/random_order.h"

#include <gtest/gtest.h>

#include <map>

#include "ci/launch/launch_in_turns.h"

namespace mpigauge {
namespace {

using Order = std::vector<std::size_t>;

TEST(RandomOrder, EachOrderIsAsLikelyAsAnyOther) {
  std::map<Order, int> seen;
  for (std::uint64_t seed = 0; seed < 600; ++seed) ++seen[RandomOrder(seed, 2, 3)];
  EXPECT_EQ(seen.size(), 6U);
  for (const auto& [order, count] : seen) {
    EXPECT_TRUE(std::is_permutation(order.begin(), order.end(), Order{0, 1, 2}.begin()));
    EXPECT_GT(count, 55);  // 100 are expected, with a standard deviation of 9.1
  }
}

TEST(RandomOrder, FollowsFromSeedAndStreamAlone) {
  EXPECT_EQ(RandomOrder(7, 1, 20), RandomOrder(7, 1, 20));
  EXPECT_NE(RandomOrder(7, 1, 20), RandomOrder(7, 2, 20));
  EXPECT_NE(RandomOrder(7, 1, 20), RandomOrder(8, 1, 20));
  EXPECT_NE(RandomOrder(7, 1, 20), RandomOrder(7 + (std::uint64_t{1} << 32), 1, 20));
  EXPECT_EQ(StartOrder(20, 7), RandomOrder(7, 1, 20));
  EXPECT_EQ(RandomOrder(7, 1, 0), Order());
}

}  // namespace
}  // namespace mpigauge
