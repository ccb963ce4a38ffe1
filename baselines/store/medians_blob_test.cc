#include "baselines/store/medians_blob.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/error.h"

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

}  // namespace
}  // namespace mpigauge
