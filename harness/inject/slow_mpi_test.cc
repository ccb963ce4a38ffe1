// Runs with libmpigauge_slow.so preloaded (see BUILD): what was asked for is what the caller sees.
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <vector>

#include "harness/clock/timer.h"

namespace {

int sizes_asked_for = 0;

}  // namespace

// The dynamic linker prefers the program's: counts what the preloaded library asks.
extern "C" int PMPI_Type_size(MPI_Datatype type, int* size) {
  ++sizes_asked_for;
  return MPI_Type_size(type, size);
}

namespace mpigauge {
namespace {

// Once, each call asked for the size of its datatype: an exchange of 64 B read 5% slower where nothing was to be
// slowed.
TEST(SlowMpi, CallsThatAreNotChosenAreNotAskedForTheirSize) {
  int in = 1;
  int out = 0;
  sizes_asked_for = 0;
  MPI_Reduce(&in, &out, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  EXPECT_EQ(sizes_asked_for, 0);
  MPI_Bcast(&in, 1, MPI_INT, 0, MPI_COMM_WORLD);  // chosen from a size on
  EXPECT_EQ(sizes_asked_for, 1);
}

// The fastest of several calls, in nanoseconds: other programs can only make it longer.
std::int64_t Fastest(const std::function<void()>& call) {
  const Timer timer;
  std::int64_t fastest = INT64_MAX;
  for (int i = 0; i < 30; ++i) {
    const std::int64_t start = timer.Now();
    call();
    fastest = std::min(fastest, timer.Now() - start);
  }
  return fastest;
}

int Rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

TEST(SlowMpi, AnAdditionIsThereOnEveryRank) {
  float in = 1;
  float out = 0;
  EXPECT_GE(Fastest([&] { MPI_Allreduce(&in, &out, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); }), 300'000);
  EXPECT_EQ(out, 2);
}

TEST(SlowMpi, OnlyFromTheGivenSizeOn) {
  std::vector<char> data(1024);
  EXPECT_GE(Fastest([&] { MPI_Bcast(data.data(), 1024, MPI_CHAR, 0, MPI_COMM_WORLD); }), 200'000);
  EXPECT_LT(Fastest([&] { MPI_Bcast(data.data(), 512, MPI_CHAR, 0, MPI_COMM_WORLD); }), 200'000);
}

TEST(SlowMpi, OnlyOnTheGivenRank) {
  const std::int64_t fastest = Fastest([] {
    char byte = 0;
    MPI_Request request;
    MPI_Irecv(&byte, 1, MPI_CHAR, Rank(), 0, MPI_COMM_WORLD, &request);
    MPI_Send(&byte, 1, MPI_CHAR, Rank(), 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  });
  if (Rank() == 1) {
    EXPECT_GE(fastest, 150'000);
  } else {
    EXPECT_LT(fastest, 150'000);
  }
}

// The ranks share a host, and with it the clock.
TEST(SlowMpi, ASendThatIsMadeSlowerLeavesLater) {
  const auto now = [] { return std::chrono::steady_clock::now().time_since_epoch().count(); };
  for (int i = 0; i < 30; ++i) {
    std::int64_t called = now();
    if (Rank() == 1) {
      MPI_Send(&called, 1, MPI_INT64_T, 0, 0, MPI_COMM_WORLD);
    } else {
      MPI_Recv(&called, 1, MPI_INT64_T, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      EXPECT_GE(now() - called, 149'000);
    }
  }
}

TEST(SlowMpi, FunctionsThatAreNotNamedKeepTheirTime) {
  float in = 1;
  float out = 0;
  EXPECT_LT(Fastest([&] { MPI_Reduce(&in, &out, 1, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD); }), 150'000);
}

TEST(SlowMpi, PcontrolPutsItOffAndOn) {
  float in = 1;
  float out = 0;
  const auto allreduce = [&] { MPI_Allreduce(&in, &out, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); };
  MPI_Pcontrol(0);
  EXPECT_LT(Fastest(allreduce), 300'000);
  MPI_Pcontrol(1);
  EXPECT_GE(Fastest(allreduce), 300'000);
}

// Other programs may make any call longer, so the fastest of each place in ten calls tells.
TEST(SlowMpi, EveryTenthCallIsSlowAndNoOther) {
  const Timer timer;
  int in = 1;
  int out = 0;
  std::array<std::int64_t, 10> fastest;
  fastest.fill(INT64_MAX);
  for (std::size_t i = 0; i < 200; ++i) {
    MPI_Barrier(MPI_COMM_WORLD);
    const std::int64_t start = timer.Now();
    MPI_Scan(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    fastest[i % 10] = std::min(fastest[i % 10], timer.Now() - start);
  }
  for (std::size_t place = 0; place < 9; ++place) EXPECT_LT(fastest[place], 3'000'000) << place;
  EXPECT_GE(fastest[9], 3'000'000);
}

}  // namespace
}  // namespace mpigauge
