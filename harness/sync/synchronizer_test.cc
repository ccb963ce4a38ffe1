#include "harness/sync/synchronizer.h"

#include <gtest/gtest.h>

#include <chrono>

namespace mpigauge {
namespace {

TEST(StartSlack, GrowsWhenLateShrinksAgainAndStaysInBounds) {
  StartSlack slack(false);
  const std::int64_t before = slack.ns();
  slack.Learn(StartQuality::kCameLate);
  EXPECT_GT(slack.ns(), before);
  for (int i = 0; i < 1000; ++i) slack.Learn(StartQuality::kCameLate);
  EXPECT_EQ(slack.ns(), slack.most());
  for (int i = 0; i < 10000; ++i) slack.Learn(StartQuality::kOnTime);
  EXPECT_EQ(slack.ns(), StartSlack::kLeast);
}

TEST(StartSlack, DoublesUntilAStartSucceeds) {
  StartSlack slack(false);
  slack.Begin();
  const std::int64_t first = slack.ns();
  for (int i = 0; i < 6; ++i) slack.Learn(StartQuality::kCameLate);
  EXPECT_EQ(slack.ns(), 64 * first);
  slack.Learn(StartQuality::kOnTime);
  const std::int64_t enough = slack.ns();
  slack.Learn(StartQuality::kCameLate);
  EXPECT_NEAR(static_cast<double>(slack.ns()), 1.5 * static_cast<double>(enough), 1);
}

// One preemption must not make the following thousands of starts slow, as growing-only windows do.
TEST(StartSlack, ForgetsABurstOfLateStarts) {
  StartSlack slack(false);
  for (int i = 0; i < 20; ++i) slack.Learn(StartQuality::kCameLate);
  const std::int64_t high = slack.ns();
  for (int i = 0; i < 1000; ++i) slack.Learn(StartQuality::kOnTime);
  EXPECT_LT(slack.ns(), high / 100);
}

// Once, ranks that were preempted while they waited made the slack grow; a longer wait is preempted more often,
// so it grew to its bound and stayed there: launches of one second took two minutes.
TEST(StartSlack, PreemptionsDuringTheWaitDoNotMakeItGrow) {
  StartSlack slack(false);
  const std::int64_t before = slack.ns();
  for (int i = 0; i < 1000; ++i) slack.Learn(StartQuality::kHeldUp);
  EXPECT_EQ(slack.ns(), before);
}

// How long a hundred calls take. A break is up to 8 ms, so a hundred of them take 400 ms on average, and less than 200
// ms with a chance below 1e-10.
double SecondsOfBreaks(StartSlack& slack) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 100; ++i) slack.BreakStep();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(StartSlack, SleepsAWhileWhereEightStartsInARowWereSpoiled) {
  StartSlack slack(false);
  for (int i = 0; i < 7; ++i) slack.Learn(i % 2 == 0 ? StartQuality::kHeldUp : StartQuality::kCameLate);
  EXPECT_LT(SecondsOfBreaks(slack), 0.2);
  slack.Learn(StartQuality::kHeldUp);
  EXPECT_GE(SecondsOfBreaks(slack), 0.2);
  slack.Learn(StartQuality::kOnTime);
  slack.Learn(StartQuality::kCameLate);
  EXPECT_LT(SecondsOfBreaks(slack), 0.2);
}

TEST(WaitFor, NobodyStartsBeforeTheTime) {
  const GlobalClock clock{.offset_ns = 5'000'000'000};  // global time is five seconds behind the local clock
  for (const bool yield : {false, true}) {
    const std::int64_t start = clock.Now() + 200'000;
    WaitFor(clock, start, yield);
    EXPECT_GE(clock.Now(), start);
  }
}

TEST(WaitFor, AStartInThePastIsLate) {
  const GlobalClock clock;
  EXPECT_EQ(WaitFor(clock, clock.Now() - 1, false), StartQuality::kCameLate);
  EXPECT_EQ(WaitFor(clock, clock.Now() - 1, true), StartQuality::kCameLate);
}

}  // namespace
}  // namespace mpigauge
