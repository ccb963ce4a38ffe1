#include <gtest/gtest.h>

#include "stats/proportions.h"

namespace mpigauge {
namespace {

// scipy.stats.fisher_exact([[second_hits, second - second_hits], [first_hits, first - first_hits]], "greater")
TEST(FisherExactGreater, AsScipySays) {
  EXPECT_NEAR(FisherExactGreater(0, 6, 4, 6), 0.030303030303030304, 1e-12);
  EXPECT_NEAR(FisherExactGreater(0, 20, 7, 20), 0.004158004158004158, 1e-12);
  EXPECT_NEAR(FisherExactGreater(2, 20, 9, 20), 0.01547515257192677, 1e-12);
  EXPECT_NEAR(FisherExactGreater(0, 6, 6, 6), 0.0010822510822510823, 1e-12);
  EXPECT_NEAR(FisherExactGreater(5, 10, 1, 10), 0.9945820433436533, 1e-12);
}

TEST(FisherExactGreater, WithoutHitsThereIsNothingToSee) {
  EXPECT_EQ(FisherExactGreater(0, 6, 0, 6), 1);
  EXPECT_EQ(FisherExactGreater(3, 6, 0, 6), 1);
  EXPECT_EQ(FisherExactGreater(6, 6, 6, 6), 1);
  EXPECT_EQ(FisherExactGreater(0, 0, 3, 6), 1);
}

}  // namespace
}  // namespace mpigauge
