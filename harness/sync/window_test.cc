#include "harness/sync/window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

namespace mpigauge {
namespace {

// One rank whose operations take as long as `duration` says, on a clock that we move.
class Machine {
 public:
  explicit Machine(std::unique_ptr<WindowSynchronizer> sync) : sync_(std::move(sync)) { sync_->Begin(); }

  // Plays a stage; the number of observations that were kept.
  std::int64_t Play(const std::function<std::int64_t()>& duration) {
    stage_ = sync_->Next(now_, false);
    std::vector<StartQuality> qualities;
    std::vector<std::int64_t> durations;
    for (std::int64_t i = 0; i < stage_.observations; ++i) {
      const std::int64_t start = stage_.start_ns + i * stage_.window_ns;
      StartQuality quality = now_ > start ? StartQuality::kCameLate : StartQuality::kOnTime;
      now_ = std::max(now_, start);
      durations.push_back(duration());
      now_ += durations.back();
      if (quality == StartQuality::kOnTime && !sync_->KeptSlot(stage_, i, now_)) quality = StartQuality::kTookLong;
      qualities.push_back(quality);
    }
    now_ += 1000;  // the ranks agree
    sync_->Learn(stage_, qualities, durations, now_);
    return std::count(qualities.begin(), qualities.end(), StartQuality::kOnTime);
  }

  std::int64_t window() const { return sync_->Next(now_, false).window_ns; }
  const Stage& stage() const { return stage_; }

 private:
  GlobalClock clock_;
  std::unique_ptr<WindowSynchronizer> sync_;
  Stage stage_;
  std::int64_t now_ = 0;
};

template <typename Sync>
Machine MakeMachine() {
  static const GlobalClock clock;
  return Machine(std::make_unique<Sync>(clock, false));
}

template <typename Sync>
class WindowTest : public testing::Test {};
using Windows = testing::Types<MpiperfWindow, SkampiWindow>;
TYPED_TEST_SUITE(WindowTest, Windows);

TYPED_TEST(WindowTest, TheFirstStageHasNoWindowAndItsTimeSetsOne) {
  Machine machine = MakeMachine<TypeParam>();
  machine.Play([] { return 10'000; });
  EXPECT_EQ(machine.stage().observations, 4);
  EXPECT_EQ(machine.stage().window_ns, 0);
  EXPECT_GE(machine.window(), 10'000);
  EXPECT_LE(machine.window(), 20'000);
}

TYPED_TEST(WindowTest, SteadyOperationsAreKept) {
  Machine machine = MakeMachine<TypeParam>();
  for (int i = 0; i < 3; ++i) machine.Play([] { return 10'000; });
  for (int i = 0; i < 20; ++i) EXPECT_EQ(machine.Play([] { return 10'000; }), machine.stage().observations);
}

// The windows of the sources only grow: after one preemption every start waits for ever.
TYPED_TEST(WindowTest, APreemptionIsForgotten) {
  Machine machine = MakeMachine<TypeParam>();
  for (int i = 0; i < 3; ++i) machine.Play([] { return 10'000; });
  for (int i = 0; i < 3; ++i) machine.Play([] { return 4'000'000; });
  EXPECT_GT(machine.window(), 1'000'000);
  for (int i = 0; i < 100; ++i) machine.Play([] { return 10'000; });
  EXPECT_LE(machine.window(), 20'000);
}

TYPED_TEST(WindowTest, ItIsBounded) {
  Machine machine = MakeMachine<TypeParam>();
  for (int i = 0; i < 60; ++i) machine.Play([] { return 900'000'000; });
  EXPECT_LE(machine.window(), WindowSynchronizer::kMostWindow);
  EXPECT_LE(machine.stage().observations, Synchronizer::kMostObservations);
}

TYPED_TEST(WindowTest, ACallThatStandsAloneHasNoSlot) {
  const GlobalClock clock;
  TypeParam sync(clock, false);
  sync.Begin();
  const Stage stage = sync.Next(0, true);
  EXPECT_EQ(stage.observations, 1);
  EXPECT_TRUE(sync.KeptSlot(stage, 0, 1'000'000'000));
}

// Section 4 of the paper: above a quarter of incorrect launches the window is gamma (tau' - tau) / k.
TEST(MpiperfWindow, GrowsByThePapersRule) {
  Machine machine = MakeMachine<MpiperfWindow>();
  for (int i = 0; i < 2; ++i) machine.Play([] { return 10'000; });
  EXPECT_EQ(machine.stage().observations, 8);
  const std::int64_t before = machine.window();
  machine.Play([] { return 100'000; });
  const double stage_wall = 8 * 100'000 + 1000;
  EXPECT_NEAR(static_cast<double>(machine.window()), std::max(2.0 * static_cast<double>(before), 1.1 * stage_wall / 8),
              2);
}

TEST(SkampiWindow, BatchesGrowWhileGoodAndShrinkWhileLate) {
  Machine machine = MakeMachine<SkampiWindow>();
  for (int i = 0; i < 6; ++i) machine.Play([] { return 10'000; });
  EXPECT_EQ(machine.stage().observations, 16);
  machine.Play([] { return 1'000'000; });
  machine.Play([] { return 10'000; });
  EXPECT_EQ(machine.stage().observations, 8);
}

}  // namespace
}  // namespace mpigauge
