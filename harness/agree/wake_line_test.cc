#include "harness/agree/wake_line.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace mpigauge {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TcpListener::Deadline In(milliseconds time) { return std::chrono::steady_clock::now() + time; }

const std::string kSecret = "0f0f";

TEST(WakeLine, ACallerIsKnownByItsNumberAndBytesGoBothWays) {
  TcpListener listener;
  WakeLine caller;
  std::thread calling([&] { caller = CallListener(listener.place(), kSecret, 0xabcd, In(seconds(30))); });
  auto call = listener.Accept(kSecret, In(seconds(30)));
  calling.join();
  ASSERT_TRUE(call.has_value());
  ASSERT_TRUE(caller.there());
  EXPECT_EQ(call->number, 0xabcdU);
  EXPECT_TRUE(caller.Send());
  EXPECT_TRUE(call->line.SleepUntilSent());
  EXPECT_TRUE(call->line.Send());
  EXPECT_TRUE(caller.SpinUntilSent());
}

TEST(WakeLine, WaitingEndNoticesThatTheOtherIsGone) {
  TcpListener listener;
  WakeLine caller;
  std::thread calling([&] { caller = CallListener(listener.place(), kSecret, 1, In(seconds(30))); });
  auto call = listener.Accept(kSecret, In(seconds(30)));
  calling.join();
  ASSERT_TRUE(call.has_value());
  call.reset();
  EXPECT_FALSE(caller.SleepUntilSent());
  EXPECT_FALSE(caller.SpinUntilSent());
  EXPECT_FALSE(WakeLine().SpinUntilSent());
}

TEST(WakeLine, StrangersAreHungUpOnAndTheNextCallerIsServed) {
  TcpListener listener;
  WakeLine stranger;
  WakeLine caller;
  std::thread calling([&] {
    stranger = CallListener(listener.place(), "f0f0", 1, In(seconds(30)));
    caller = CallListener(listener.place(), kSecret, 2, In(seconds(30)));
  });
  auto call = listener.Accept(kSecret, In(seconds(30)));
  calling.join();
  EXPECT_FALSE(stranger.there());
  ASSERT_TRUE(call.has_value());
  EXPECT_EQ(call->number, 2U);
  EXPECT_TRUE(caller.there());
}

TEST(WakeLine, AddressesAreTriedInTurn) {
  TcpListener listener;
  std::string place = listener.place();
  place.insert(place.find(' '), " 203.0.113.1 no-address");  // it belongs to nobody (RFC 5737), and no address at all
  WakeLine caller;
  std::thread calling([&] { caller = CallListener(place, kSecret, 3, In(seconds(30))); });
  const auto call = listener.Accept(kSecret, In(seconds(30)));
  calling.join();
  EXPECT_TRUE(call.has_value());
  EXPECT_TRUE(caller.there());
}

TEST(WakeLine, NobodyWaitsBeyondTheDeadline) {
  TcpListener listener;
  EXPECT_FALSE(listener.Accept(kSecret, In(milliseconds(20))).has_value());
  // It is connected by the kernel and nobody answers.
  EXPECT_FALSE(CallListener(listener.place(), kSecret, 1, In(milliseconds(50))).there());
  EXPECT_FALSE(CallListener("", kSecret, 1, In(seconds(30))).there());
}

}  // namespace
}  // namespace mpigauge
