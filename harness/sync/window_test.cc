#include "harness/sync/window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
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
    sync_->Learn(stage_, qualities, durations, now_);
    now_ += 1000;  // the ranks agree
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

constexpr std::int64_t kBroadcast = 3000;  // ns, the bound of MPIPerf's

const GlobalClock clock;

template <typename Sync>
std::unique_ptr<WindowSynchronizer> Make() {
  return std::make_unique<Sync>(clock, false);
}
template <>
std::unique_ptr<WindowSynchronizer> Make<MpiperfWindow>() {
  return std::make_unique<MpiperfWindow>(clock, false, WindowSettings(), kBroadcast);
}

template <typename Sync>
Machine MakeMachine() {
  return Machine(Make<Sync>());
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

TYPED_TEST(WindowTest, ItIsBounded) {
  Machine machine = MakeMachine<TypeParam>();
  for (int i = 0; i < 60; ++i) machine.Play([] { return 900'000'000; });
  EXPECT_EQ(machine.window(), WindowSynchronizer::kMostWindow);
  EXPECT_LE(machine.stage().observations, Synchronizer::kMostObservations);
}

TYPED_TEST(WindowTest, ACallThatStandsAloneHasNoSlot) {
  const auto sync = Make<TypeParam>();
  sync->Begin();
  const Stage stage = sync->Next(0, true);
  EXPECT_EQ(stage.observations, 1);
  EXPECT_TRUE(stage.counts);
  EXPECT_TRUE(sync->KeptSlot(stage, 0, 1'000'000'000));
}

// The end of a slot is the start of the next one, and belongs to it still.
TEST(WindowSynchronizer, ASlotEndsWhereTheNextBegins) {
  const auto sync = Make<MpiperfWindow>();
  const Stage stage{8, 1000, 500};
  EXPECT_TRUE(sync->KeptSlot(stage, 0, 1500));
  EXPECT_FALSE(sync->KeptSlot(stage, 0, 1501));
  EXPECT_TRUE(sync->KeptSlot(stage, 3, 3000));
  EXPECT_FALSE(sync->KeptSlot(stage, 3, 3001));
}

TYPED_TEST(WindowTest, ACallThatStandsAloneSetsNoWindow) {
  const auto sync = Make<TypeParam>();
  sync->Begin();
  const Stage before = sync->Next(0, false);
  const Stage alone = sync->Next(0, true);
  const std::vector<StartQuality> qualities = {StartQuality::kOnTime};
  const std::vector<std::int64_t> durations = {5'000'000};
  sync->Learn(alone, qualities, durations, alone.start_ns + 5'000'000);
  const Stage after = sync->Next(0, false);
  EXPECT_EQ(after.window_ns, 0);
  EXPECT_EQ(after.observations, before.observations);
  EXPECT_EQ(after.counts, before.counts);
}

// [KU3]: tau is what rank 0's clock says plus the bound of the broadcast, whatever became of the stages before.
TEST(MpiperfWindow, StartsAStageWhenTheBroadcastIsOver) {
  const auto sync = Make<MpiperfWindow>();
  sync->Begin();
  for (std::int64_t now = 1000; now < 100'000'000; now += 10'000'000) {
    const Stage stage = sync->Next(now, false);
    EXPECT_EQ(stage.start_ns, now + kBroadcast);
    const std::vector<StartQuality> late(static_cast<std::size_t>(stage.observations), StartQuality::kCameLate);
    const std::vector<std::int64_t> durations(late.size(), 1000);
    sync->Learn(stage, late, durations, stage.start_ns + 50'000);
  }
}

// [KU4, KU5]: k' launches of stage 0 are dropped, and set the window to gamma (tau' - tau) / k'; it stays while no more
// than g of k launches are incorrect, and is gamma (tau' - tau) / k after a stage with more.
TEST(MpiperfWindow, FollowsThePapersRuleWithTheUsersNumbers) {
  const WindowSettings settings{3, 10, 0.5, 1.5};
  MpiperfWindow sync(clock, false, settings, kBroadcast);
  sync.Begin();
  const auto play = [&](std::int64_t incorrect, std::int64_t took) {
    const Stage stage = sync.Next(0, false);
    std::vector<StartQuality> qualities(static_cast<std::size_t>(stage.observations), StartQuality::kOnTime);
    std::fill_n(qualities.begin(), incorrect, StartQuality::kTookLong);
    const std::vector<std::int64_t> durations(qualities.size(), 100);
    sync.Learn(stage, qualities, durations, stage.start_ns + took);
    return stage;
  };
  const Stage first = play(3, 30'000);
  EXPECT_EQ(first.observations, 3);
  EXPECT_EQ(first.window_ns, 0);
  EXPECT_FALSE(first.counts);
  const Stage second = play(5, 400'000);  // half of ten: not above it
  EXPECT_EQ(second.observations, 10);
  EXPECT_EQ(second.window_ns, 15'000);  // 1.5 x 30 us / 3
  EXPECT_TRUE(second.counts);
  EXPECT_EQ(play(6, 400'000).window_ns, 15'000);
  EXPECT_EQ(play(0, 1000).window_ns, 60'000);  // 1.5 x 400 us / 10
  EXPECT_EQ(play(0, 1000).window_ns, 60'000);  // quick stages do not shrink it
  sync.Begin();
  EXPECT_FALSE(sync.Next(0, false).counts);
}

// By hand. More than a quarter flawed: the larger of twice the window and 1.5 x wall time / (observations + 1); more
// than half of a batch late in a row: half the batch. None flawed: a tenth less, but 1.5 of the longest operation.
TEST(SkampiWindow, FollowsItsRule) {
  SkampiWindow sync(clock, false);
  sync.Begin();
  const auto after = [&](std::int64_t flawed, std::int64_t wall, std::int64_t longest) {
    const Stage stage = sync.Next(0, false);
    std::vector<StartQuality> qualities(static_cast<std::size_t>(stage.observations), StartQuality::kOnTime);
    std::fill_n(qualities.end() - flawed, flawed, StartQuality::kTookLong);
    const std::vector<std::int64_t> durations(qualities.size(), longest);
    sync.Learn(stage, qualities, durations, stage.start_ns + wall);
    const Stage next = sync.Next(0, false);
    return std::pair(next.window_ns, next.observations);
  };
  using Next = std::pair<std::int64_t, std::int64_t>;
  EXPECT_EQ(after(2, 10'000, 1'000), Next(3'000, 4));   // 1.5 x 10 us / 5; two of four in a row are no more than half
  EXPECT_EQ(after(1, 10'000, 1'000), Next(3'000, 8));   // a quarter is not too many, and not none
  EXPECT_EQ(after(0, 10'000, 1'000), Next(2'700, 16));  // 0.9 x 3 us
  EXPECT_EQ(after(0, 10'000, 2'000), Next(3'000, 16));  // 1.5 x 2 us; batches have 16 at most
  EXPECT_EQ(after(5, 85'000, 1'000), Next(7'500, 16));  // 1.5 x 85 us / 17
  EXPECT_EQ(after(9, 10'000, 1'000), Next(15'000, 8));  // twice 7.5 us; nine of sixteen in a row
}

// The window of the source only grows: after one preemption every start waits for ever.
TEST(SkampiWindow, APreemptionIsForgotten) {
  Machine machine = MakeMachine<SkampiWindow>();
  for (int i = 0; i < 3; ++i) machine.Play([] { return 10'000; });
  for (int i = 0; i < 3; ++i) machine.Play([] { return 4'000'000; });
  EXPECT_GT(machine.window(), 1'000'000);
  for (int i = 0; i < 100; ++i) machine.Play([] { return 10'000; });
  EXPECT_LE(machine.window(), 20'000);
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
