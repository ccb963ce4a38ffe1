#include <gtest/gtest.h>

#include <cmath>

#include "simulator/fit/fit_network.h"
#include "simulator/fit/relative_fit.h"
#include "simulator/fit/testing.h"

namespace mpigauge {
namespace {

// Ethernet: 1500 bytes a frame.
double Frames(double bytes) { return 20e-6 * std::max(1.0, std::ceil(bytes / 1500)) + 8e-9 * bytes; }

TEST(FitBlocks, ExactTimesGiveTheBlock) {
  std::vector<double> bytes;
  std::vector<double> seconds;
  for (int size = 100; size <= 12000; size += 100) {
    bytes.push_back(size);
    seconds.push_back(Frames(size));
  }
  const auto fit = FitBlocks(bytes, seconds, 300, 4000);
  ASSERT_TRUE(fit);
  EXPECT_LE(fit->low_bytes, 1500);
  EXPECT_GE(fit->high_bytes, 1500);
  EXPECT_NEAR(fit->block_bytes, 1500, 8);  // sizes between which the measured ones cannot tell
  EXPECT_NEAR(fit->terms.first, 20e-6, 1e-12);
  EXPECT_NEAR(fit->terms.second, 8e-9, 1e-15);
}

TEST(FitBlocks, TooLittleIsNoFit) {
  const std::vector<double> four{1, 2, 3, 4};
  EXPECT_FALSE(FitBlocks(four, four, 1, 2));
  const std::vector<double> many{1, 2, 3, 4, 5, 6};
  EXPECT_FALSE(FitBlocks(many, many, 4, 4));
}

TEST(FitNetwork, BlocksAreFoundInASawAndCovered) {
  constexpr int kSets = 60;
  constexpr int kLeastCovered = 49;  // of 95% all but once in 10^4
  const auto sizes = GeometricSizes(61, 1 << 20);
  int found = 0;
  int block = 0;
  int startup = 0;
  int per_byte = 0;
  for (int set = 0; set < kSets; ++set) {
    NetworkSamples samples;
    samples.one_way = SyntheticCurve(sizes, 8, Frames, {.outlier_share = 0.05}, 3000 + set);
    const NetworkFit fit = FitNetwork(samples);
    const FittedModel* model = fit.Find("blocks");
    if (model == nullptr) continue;
    ++found;
    block += model->block_bytes->low <= 1500 && 1500 <= model->block_bytes->high ? 1 : 0;
    startup += model->pieces[0].seconds.low <= 20e-6 && 20e-6 <= model->pieces[0].seconds.high ? 1 : 0;
    per_byte += model->pieces[0].seconds_per_byte.low <= 8e-9 && 8e-9 <= model->pieces[0].seconds_per_byte.high ? 1 : 0;
  }
  EXPECT_GE(found, 57);
  EXPECT_GE(block, kLeastCovered - (kSets - found));
  EXPECT_GE(startup, kLeastCovered - (kSets - found));
  EXPECT_GE(per_byte, kLeastCovered - (kSets - found));
}

// A jump and another slope are not a saw.
TEST(FitNetwork, NoBlocksAreFoundInALineOrPieces) {
  const auto sizes = GeometricSizes(61, 1 << 20);
  for (int set = 0; set < 25; ++set) {
    NetworkSamples samples;
    samples.one_way = SyntheticCurve(
        sizes, 8, [](double s) { return s <= 4096 ? 1e-6 + 2e-10 * s : 3e-6 + 1e-10 * s; }, {}, 4000 + set);
    EXPECT_EQ(FitNetwork(samples, {.resamples = 2}).Find("blocks"), nullptr) << set;
    samples.one_way = SyntheticCurve(
        sizes, 8, [](double s) { return 1e-6 + 2e-10 * s; }, {}, 5000 + set);
    EXPECT_EQ(FitNetwork(samples, {.resamples = 2}).Find("blocks"), nullptr) << set;
  }
}

}  // namespace
}  // namespace mpigauge
