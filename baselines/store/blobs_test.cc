#include "baselines/store/blobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace mpigauge {
namespace {

const std::vector<SeriesMedian> kMedians = {{1, 10, 1.5e-6}, {70000, 3, 2e-3}};

TEST(MediansBlob, ComesBackAsItWas) {
  EXPECT_EQ(DecodeMedians(EncodeMedians(kMedians), "x"), kMedians);
  EXPECT_TRUE(DecodeMedians(EncodeMedians({}), "x").empty());
}

// Stores keep these bytes: they never change.
TEST(MediansBlob, BytesAreAsPromised) {
  const Blob blob = EncodeMedians({{1, 10, 1.0}});
  const Blob expected = {std::byte{1},   {}, {}, {}, std::byte{10}, {}, {}, {}, {}, {}, {}, {}, {}, {}, std::byte{0xf0},
                         std::byte{0x3f}};
  EXPECT_EQ(blob, expected);
}

TEST(MediansBlob, CutOffBytesAreNamed) {
  Blob blob = EncodeMedians(kMedians);
  blob.pop_back();
  EXPECT_THROW(DecodeMedians(blob, "x"), Error);
}

const std::vector<Pass> kPasses = {{{1e-6, 2e-6}, {3e-6, 4e-6}, 5, 2e-8, 9e-4}, {{}, {}, 0}, {{7e-6}, {8e-6}, 1}};

TEST(PassesBlob, ComesBackAsItWas) {
  const auto back = DecodePasses(EncodePasses(kPasses), "x");
  ASSERT_EQ(back.size(), 3u);
  EXPECT_THAT(back[0].observations_seconds, testing::ElementsAre(1e-6, 2e-6));
  EXPECT_THAT(back[0].local_seconds, testing::ElementsAre(3e-6, 4e-6));
  EXPECT_EQ(back[0].late, 5);
  EXPECT_EQ(back[0].start_spread_seconds, 2e-8);
  EXPECT_EQ(back[0].wall_seconds, 9e-4);
  EXPECT_TRUE(back[1].observations_seconds.empty());
  EXPECT_THAT(back[2].local_seconds, testing::ElementsAre(8e-6));
  EXPECT_TRUE(DecodePasses({}, "x").empty());
}

TEST(PassesBlob, CutOffAnywhereIsNamed) {
  const Blob whole = EncodePasses({{{1e-6, 2e-6}, {3e-6, 4e-6}, 5, 2e-8, 9e-4}});
  for (std::size_t size = 1; size < whole.size(); ++size) {
    const Blob cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_THROW(DecodePasses(cut, "x"), Error) << size;
  }
}

// The bytes on disk are a promise.
TEST(PassesBlob, TheFormatIsFrozen) {
  const Blob blob = EncodePasses({{{1.0}, {2.0}, 3, 1.0, 2.0}});
  const unsigned char expected[] = {1, 0, 0, 0, 3, 0, 0,    0,                                 // counts
                                    0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0x40,   // spread, wall
                                    0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0x40};  // times
  ASSERT_EQ(blob.size(), sizeof expected);
  for (std::size_t i = 0; i < blob.size(); ++i) EXPECT_EQ(static_cast<unsigned char>(blob[i]), expected[i]) << i;
}

TEST(PassesBlob, CutOffBytesAreNamedAtEveryLength) {
  const Blob whole = EncodePasses({{{1.0, 2.0}, {3.0, 4.0}, 0}});
  for (std::size_t length = 1; length < whole.size(); ++length) {
    const Blob cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    EXPECT_THROW(DecodePasses(cut, "launch 3, allreduce"), Error) << length;
  }
  Blob damaged = whole;
  damaged[3] = std::byte{255};  // four billion observations
  EXPECT_THROW(DecodePasses(damaged, "x"), Error);
}

}  // namespace
}  // namespace mpigauge
