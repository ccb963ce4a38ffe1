#include "dashboards/server/throttle.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using std::chrono::seconds;

const Throttle::Time kBegin = Throttle::Time() + std::chrono::hours(100);

TEST(Throttle, AFewFailuresAreFreeAndThenTheWaitGrows) {
  Throttle throttle;
  for (int i = 0; i < Throttle::kFree; ++i) {
    throttle.Failed("192.0.2.1", kBegin);
    EXPECT_EQ(throttle.Wait("192.0.2.1", kBegin), seconds(0));
  }
  for (const int expected : {1, 2, 4, 8, 16, 32, 60, 60, 60}) {
    throttle.Failed("192.0.2.1", kBegin);
    EXPECT_EQ(throttle.Wait("192.0.2.1", kBegin), seconds(expected));
  }
  EXPECT_EQ(throttle.Wait("192.0.2.1", kBegin + std::chrono::milliseconds(59'500)), seconds(1));
  EXPECT_EQ(throttle.Wait("192.0.2.1", kBegin + seconds(60)), seconds(0));
  EXPECT_EQ(throttle.Wait("192.0.2.2", kBegin), seconds(0));  // somebody else
}

TEST(Throttle, WhoIsQuietForLongIsForgotten) {
  Throttle throttle;
  for (int i = 0; i < 1100; ++i) throttle.Failed("192.0.2.1", kBegin);
  throttle.Failed("192.0.2.1", kBegin + Throttle::kForgotten);
  EXPECT_EQ(throttle.Wait("192.0.2.1", kBegin + Throttle::kForgotten), seconds(0));
}

// As many addresses as somebody likes take no more memory, and the newest ones still wait.
TEST(Throttle, TheAddressesThatAreKnownAreBounded) {
  Throttle throttle;
  for (int i = 0; i < 20; ++i) throttle.Failed("198.51.100.1", kBegin);
  for (std::size_t i = 0; i < Throttle::kMostAddresses + 10; ++i) {
    throttle.Failed(std::to_string(i), kBegin + seconds(1));
  }
  EXPECT_EQ(throttle.Wait("198.51.100.1", kBegin + seconds(1)), seconds(0));  // it was the oldest
  for (int i = 0; i < 20; ++i) throttle.Failed("198.51.100.2", kBegin + seconds(2));
  EXPECT_EQ(throttle.Wait("198.51.100.2", kBegin + seconds(2)), seconds(60));
}

TEST(ClientOf, AnIpv6NetworkIsOneClient) {
  EXPECT_EQ(ClientOf("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(ClientOf("::ffff:192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(ClientOf("2001:db8:1:2:3:4:5:6"), ClientOf("2001:db8:1:2::9"));
  EXPECT_NE(ClientOf("2001:db8:1:2::9"), ClientOf("2001:db8:1:3::9"));
}

}  // namespace
}  // namespace mpigauge
