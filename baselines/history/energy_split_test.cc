#include <gtest/gtest.h>

#include "baselines/history/change_point.h"
#include "baselines/history/oracle.h"

namespace mpigauge {
namespace {

TEST(EnergySplitTest, IsTheBestOfAllSplitsByTheTextbookFormula) {
  EnergySplit energy;  // one for all: its memory is reused between sequences of different length
  for (const Json& one : HistoryOracle().at("splits")) {
    const auto values = one.at("values").get<std::vector<double>>();
    const Split split = energy.Best(values, one.at("minimum").get<std::size_t>());
    EXPECT_EQ(split.index, one.at("index").get<std::size_t>()) << one;
    if (one.at("divergence").is_null()) {
      EXPECT_EQ(split.divergence, -std::numeric_limits<double>::infinity()) << one;
    } else {
      EXPECT_NEAR(split.divergence, one.at("divergence").get<double>(), 1e-12) << one;
    }
  }
}

TEST(EnergySplitTest, EqualValuesDivideNowhere) {
  EnergySplit energy;
  EXPECT_EQ(energy.Best(std::vector<double>(20, 3.5), 3).divergence, 0);
}

// Rows are built from rows: errors of rounding must not grow along them.
TEST(EnergySplitTest, LongSequencesStayExact) {
  std::vector<double> values;
  for (int i = 0; i < 1500; ++i) values.push_back((i * 7919) % 1009 + (i >= 900 ? 1000 : 0));
  EnergySplit energy;
  const Split split = energy.Best(values, 3);
  EXPECT_EQ(split.index, 900u);
  // All sums of integers: the same in another unit, where nothing is exact.
  for (double& value : values) value *= 1e-6 / 3;
  EXPECT_NEAR(energy.Best(values, 3).divergence / split.divergence, 1e-6 / 3, 1e-17);
}

}  // namespace
}  // namespace mpigauge
