#include "harness/agree/control.h"

#include <gtest/gtest.h>
#include <time.h>

#include <chrono>
#include <thread>

namespace mpigauge {
namespace {

TEST(Control, EveryRankGetsRankZerosValue) {
  const Control control(MPI_COMM_WORLD);
  double value = control.rank() + 0.5;
  control.Broadcast(value);
  EXPECT_EQ(value, 0.5);
  std::vector<std::string> texts = {"from", std::to_string(control.rank())};
  if (control.rank() > 0) texts.clear();
  control.Broadcast(texts);
  EXPECT_EQ(texts, (std::vector<std::string>{"from", "0"}));
}

// Broadcasts go down a tree: a rank that sleeps until its own has come must still pass it on.
TEST(Control, SleepingRanksAreWokenByTheNextBroadcast) {
  const Control control(MPI_COMM_WORLD);
  for (int round = 0; round < 3; ++round) {
    if (control.root()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (control.rank() % 2 == 0 || round == 1) control.SleepUntilBroadcast();
    int value = control.rank() + round;
    control.Broadcast(value);
    EXPECT_EQ(value, round);
  }
}

TEST(Control, ReducesElementByElement) {
  const Control control(MPI_COMM_WORLD);
  const std::int64_t rank = control.rank();
  const std::int64_t last = control.size() - 1;
  std::vector<std::int64_t> values(20, rank);
  values[3] = -rank;
  std::vector<std::int64_t> smallest = values;
  control.MaxToRoot(values);
  control.MinToRoot(smallest);
  if (!control.root()) return;
  EXPECT_EQ(values[0], last);
  EXPECT_EQ(values[3], 0);
  EXPECT_EQ(smallest[0], 0);
  EXPECT_EQ(smallest[3], -last);
}

TEST(Control, GathersTextsOfAnyLength) {
  const Control control(MPI_COMM_WORLD);
  const auto texts = control.GatherToRoot(std::string(static_cast<std::size_t>(control.rank()) * 1000, 'x'));
  if (!control.root()) return;
  ASSERT_EQ(texts.size(), static_cast<std::size_t>(control.size()));
  for (std::size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(texts[i].size(), i * 1000);
}

// A rank that leaves the barrier finds that all have entered it.
TEST(Control, NobodyLeavesTheBarrierBeforeAllHaveCome) {
  const Control control(MPI_COMM_WORLD);
  for (int last = 0; last < control.size(); ++last) {
    if (control.rank() == last) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    const std::int64_t came = time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
    control.Barrier();
    clock_gettime(CLOCK_MONOTONIC, &time);
    std::int64_t values[] = {came, -(time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec)};
    control.MaxToRoot(values);  // the last to come, the first to leave
    if (control.root()) {
      EXPECT_GE(-values[1], values[0]);
    }
  }
}

TEST(Control, TheLowestFaultIsTheFaultOfAll) {
  const Control control(MPI_COMM_WORLD);
  EXPECT_FALSE(control.Agree(std::nullopt).has_value());
  // The lowest rank that has one has another kind than those behind it, and the largest.
  std::optional<Fault> mine;
  const int lowest = control.size() / 2;
  if (control.rank() >= lowest) {
    mine = Fault{control.rank() == lowest ? FaultKind::kHang : FaultKind::kWrongData, 0,
                 "rank " + std::to_string(control.rank())};
  }
  const auto agreed = control.Agree(mine);
  ASSERT_TRUE(agreed.has_value());
  EXPECT_EQ(agreed->rank, lowest);
  EXPECT_EQ(agreed->message, "rank " + std::to_string(lowest));
  EXPECT_EQ(agreed->kind, FaultKind::kHang);
}

}  // namespace
}  // namespace mpigauge
