#include "harness/state/guard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "harness/state/buffers.h"

namespace mpigauge {
namespace {

// A guarded buffer of eight bytes.
struct Eight {
  std::vector<std::byte> memory = std::vector<std::byte>(8 + 2 * kGuardBytes);
  std::byte* data = memory.data() + kGuardBytes;
  Guard guard{data, 8, "the receive buffer"};
};

TEST(Guard, AWriteIntoTheBufferIsNoOverrun) {
  Eight eight;
  std::memset(eight.data, 1, 8);
  EXPECT_EQ(eight.guard.TakeOverrun(), std::nullopt);
}

TEST(Guard, BytesBehindTheEndAreCounted) {
  Eight eight;
  eight.data[8] = std::byte{0};
  EXPECT_EQ(eight.guard.TakeOverrun(),
            "the receive buffer of 8 bytes was overrun: 1 byte behind its end, the last one written is 0x00");
  EXPECT_EQ(eight.guard.TakeOverrun(), std::nullopt);
  std::memset(eight.data, 5, 8 + 64);
  EXPECT_EQ(eight.guard.TakeOverrun(),
            "the receive buffer of 8 bytes was overrun: 64 bytes behind its end, the last one written is 0x05");
}

TEST(Guard, ByteBeforeTheBeginIsSeen) {
  Eight eight;
  eight.data[-2] = std::byte{1};
  EXPECT_EQ(eight.guard.TakeOverrun(),
            "the receive buffer of 8 bytes was overrun: 2 bytes before its begin, the first one written is 0x01");
}

TEST(Guard, AllThatLiveAreLookedAt) {
  PageArray<float> kept(3);
  {
    PageArray<float> gone(3);
    gone.data()[3] = 1;
  }
  EXPECT_EQ(TakeOverrunOfAny(), std::nullopt);
  kept.data()[-1] = 1;
  PageArray<int> other(5000);
  other.data()[5000] = 1;
  EXPECT_THAT(TakeOverrunOfAny().value_or(""), testing::HasSubstr("4 bytes before its begin"));
  EXPECT_EQ(TakeOverrunOfAny(), std::nullopt);  // both have been put back
}

TEST(PageArray, IsZeroOnPagesOfItsOwn) {
  PageArray<double> array(1000);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.data()) % kPageBytes, 0u);
  EXPECT_THAT(array.values(), testing::AllOf(testing::SizeIs(1000), testing::Each(0.0)));
}

}  // namespace
}  // namespace mpigauge
