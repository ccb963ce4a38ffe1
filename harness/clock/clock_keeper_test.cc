#include "harness/clock/clock_keeper.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

class ClockKeeperTest : public testing::Test {
 protected:
  ClockSync Sync(const std::string& identity) const {
    return ClockSync(control_, FindClockGroups(control_, identity), {.exchanges = 30});
  }
  std::string Own() const { return std::to_string(control_.rank()); }

  Control control_{MPI_COMM_WORLD};
};

TEST_F(ClockKeeperTest, ClocksThatAreRightAreNotSurelyApart) {
  GlobalClock clock{.timer = Timer(control_.rank() * std::int64_t{1'000'000'000})};
  ClockKeeper keeper(Sync(Own()), clock, 1'000'000'000'000);
  keeper.Begin();
  keeper.Resynchronize();
  keeper.End();
  EXPECT_EQ(keeper.resynchronizations(), 0);  // not old yet
  // Both looks overlap with the error of the synchronization itself.
  std::int64_t error_ns = clock.error_ns;
  control_.MaxToRoot({&error_ns, 1});
  if (control_.root()) {
    EXPECT_LE(keeper.worst().surely_ns, error_ns);
  }
}

// A rank's clock gains one per cent, which no method without drift corrects: after a while the clocks are apart, the
// last rank is named, and another synchronization brings them together again.
TEST_F(ClockKeeperTest, ClocksThatWentApartAreFoundAndCorrected) {
  if (control_.size() == 1) GTEST_SKIP() << "by design: one rank";
  const bool last = control_.rank() == control_.size() - 1;
  GlobalClock clock{.timer = Timer(InjectedError{.drift = last ? 0.01 : 0, .origin_ns = Timer().Now()})};
  ClockKeeper keeper(Sync(Own()), clock, 0);
  keeper.Begin();
  const Timer timer;
  for (const std::int64_t start = timer.Now(); timer.Now() < start + 100'000'000;) {
  }
  keeper.End();
  if (control_.root()) {
    EXPECT_GE(keeper.end().apart_ns, 900'000);  // of about 1 ms
    EXPECT_GE(keeper.worst().apart_ns, keeper.end().apart_ns);
    if (keeper.worst().surely_ns > 0) {
      EXPECT_EQ(keeper.worst().rank, control_.size() - 1);
    }
  }
  const std::int64_t before = clock.offset_ns;
  keeper.Resynchronize();
  EXPECT_EQ(keeper.resynchronizations(), 1);
  if (last) {
    EXPECT_GT(clock.offset_ns, before + 900'000);
  }
}

TEST_F(ClockKeeperTest, OneClockNeedsNothing) {
  GlobalClock clock;
  ClockKeeper keeper(Sync(ClockIdentity()), clock, 0);
  keeper.Begin();
  keeper.Resynchronize();
  keeper.End();
  EXPECT_EQ(keeper.resynchronizations(), 0);
  EXPECT_EQ(keeper.worst().apart_ns, 0);
}

}  // namespace
}  // namespace mpigauge
