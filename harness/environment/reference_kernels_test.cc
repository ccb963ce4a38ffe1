#include "harness/environment/reference_kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <limits>
#include <thread>

namespace mpigauge {
namespace {

using testing::Each;

std::vector<Place> OneHost(int ranks) { return std::vector<Place>(static_cast<std::size_t>(ranks), {"host", ""}); }

// No two neighbours are on one host.
std::vector<Place> ApartHosts(int ranks) {
  std::vector<Place> places = OneHost(ranks);
  for (std::size_t i = 1; i < places.size(); i += 2) places[i].host = "other";
  return places;
}

// A pair that had to sleep may have no round that counts, so it is asked again where others want the processors.
TEST(ReferenceKernels, TakeTimeWhereThereIsAPair) {
  const Control control(MPI_COMM_WORLD);
  ReferenceKernels references(control, OneHost(control.size()), false);
  ReferenceTimes times;
  bool measured = false;
  for (int i = 0; i < 500 && !measured; ++i) {
    times = references.Measure();
    measured = control.size() == 1 || (times.handover > 0 && times.block > 0);
    control.Broadcast(measured);
  }
  EXPECT_TRUE(measured);
  if (!control.root()) {
    EXPECT_EQ(times, ReferenceTimes());
    return;
  }
  EXPECT_GT(times.arithmetic, 1e-7);
  EXPECT_EQ(times.network, 0);  // all are on one host
  if (control.size() == 1) {
    EXPECT_EQ(times.handover, 0);
    EXPECT_EQ(times.block, 0);
  } else {
    EXPECT_GT(times.handover, 1e-9);
    EXPECT_GT(times.block, 1e-7);
  }
}

TEST(ReferenceKernels, PingAndHandNothingOverWhereNoTwoNeighboursAreOnOneHost) {
  const Control control(MPI_COMM_WORLD);
  const ReferenceTimes times = ReferenceKernels(control, ApartHosts(control.size()), false).Measure();
  EXPECT_EQ(times.handover, 0);
  EXPECT_EQ(times.block, 0);
  EXPECT_EQ(times.arithmetic > 0, control.root());
  EXPECT_EQ(times.network > 1e-7, control.root() && control.size() > 1);
}

TEST(ReferenceKernels, MeasureNothingWhereRanksShareProcessors) {
  const Control control(MPI_COMM_WORLD);
  EXPECT_EQ(ReferenceKernels(control, OneHost(control.size()), true).Measure(), ReferenceTimes());
}

TEST(PairPage, BothHaveTheBlockInTheirTurnsAndSeeWhatTheOtherWrote) {
  const Control control(MPI_COMM_WORLD);
  PairPage page(control, OneHost(control.size()), false);
  EXPECT_EQ(page.there(), (control.rank() ^ 1) < control.size());
  if (!page.there()) return;
  std::uint64_t turn = page.first() ? 0 : 1;
  for (const std::uint32_t round_trips : {1, 7, 3}) {
    page.Exchange(round_trips, [&] {
      EXPECT_THAT(page.block(), Each(turn));
      for (std::uint64_t& word : page.block()) ++word;
      turn += 2;
    });
  }
  EXPECT_EQ(turn, page.first() ? 22 : 23);
}

double ProcessorSeconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Beside a program that switches all the time, references once took most of a launch's time.
TEST(PairPage, ARankThatWaitsLongSleeps) {
  const Control control(MPI_COMM_WORLD);
  PairPage page(control, OneHost(control.size()), false);
  if (!page.there()) return;
  const double before = ProcessorSeconds();
  EXPECT_TRUE(page.Exchange(3, [&] { std::this_thread::sleep_for(std::chrono::milliseconds(60)); }));
  EXPECT_LT(ProcessorSeconds() - before, 0.05);  // of 360 ms
}

TEST(PairPage, BothEndInTheSameRoundTripWhenTheTimeIsOver) {
  const Control control(MPI_COMM_WORLD);
  PairPage page(control, OneHost(control.size()), false);
  if (!page.there()) return;
  const auto sleep = [&] { std::this_thread::sleep_for(std::chrono::milliseconds(30)); };
  int acted = 0;
  const auto slow = [&] {
    ++acted;
    if (!page.first()) sleep();
  };
  const auto end =
      page.first() ? PairPage::Clock::now() + std::chrono::milliseconds(40) : PairPage::Clock::time_point();
  EXPECT_FALSE(page.Exchange(100, slow, end));  // the partner's clock has no say
  EXPECT_GE(acted, 1);
  EXPECT_LE(acted, 3);
  std::uint64_t turn = page.first() ? 0 : 1;
  page.Exchange(5, [&] {
    EXPECT_THAT(page.block(), Each(turn));
    for (std::uint64_t& word : page.block()) ++word;
    turn += 2;
  });
  EXPECT_EQ(turn, page.first() ? 10 : 11);
  // Both say how far they came, by the page that they share.
  page.Exchange(1, [&] {
    if (page.first()) {
      page.block()[0] = static_cast<std::uint64_t>(acted);
    } else {
      EXPECT_EQ(page.block()[0], static_cast<std::uint64_t>(acted));
    }
  });
}

TEST(PairPage, LeavesNothingBehind) {
  const Control control(MPI_COMM_WORLD);
  const auto files = [] {
    int count = 0;
    for (const auto& file : std::filesystem::directory_iterator("/dev/shm")) {
      count += file.path().filename().string().starts_with("mpigauge-") ? 1 : 0;
    }
    return count;
  };
  const int before = files();
  const PairPage page(control, OneHost(control.size()), false);
  control.Barrier();
  EXPECT_LE(files(), before + 2);  // another launch may just begin
}

TEST(Arithmetic, TakesLongerWhereThereIsMoreOfIt) {
  Arithmetic arithmetic;
  const auto fastest = [&](int rounds) {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (int i = 0; i < 50; ++i) least = std::min(least, arithmetic.Time(rounds));
    return least;
  };
  EXPECT_GT(fastest(100), 10 * fastest(1));
}

}  // namespace
}  // namespace mpigauge
