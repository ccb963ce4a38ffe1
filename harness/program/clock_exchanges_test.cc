#include <dlfcn.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/agree/control.h"
#include "harness/program/google.h"
#include "harness/program/launch.h"
#include "harness/program/options.h"
#include "harness/state/state.h"

namespace {

// How clocks are compared, in harness/clock/offset.cc: a rank asks, and says at last that it is enough.
constexpr int kTag = 11;
constexpr std::int64_t kMore = 1;

std::vector<int> exchanges;  // of each comparison that this rank asked for, until it said that it is enough
int going_on = 0;            // exchanges of the comparison that is going on
double step = 0;             // seconds, by which each exchange of the first comparison is longer than the one before it
double seconds_ahead = 0;    // this rank's MPI_Wtime

void TakeNote(std::int64_t word) {
  if (word == kMore) {
    if (exchanges.empty()) seconds_ahead += step * going_on;
    ++going_on;
    return;
  }
  exchanges.push_back(going_on);
  going_on = 0;
  seconds_ahead = 0;
}

}  // namespace

// The harness sends and reads clocks by PMPI: these stand before the library's own.
extern "C" int PMPI_Send(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm communicator) {
  static const auto send = reinterpret_cast<decltype(&PMPI_Send)>(dlsym(RTLD_NEXT, "PMPI_Send"));
  if (tag == kTag && count == 1 && to == 0) TakeNote(*static_cast<const std::int64_t*>(data));
  return send(data, count, type, to, tag, communicator);
}

extern "C" double PMPI_Wtime() {
  static const auto wtime = reinterpret_cast<decltype(&PMPI_Wtime)>(dlsym(RTLD_NEXT, "PMPI_Wtime"));
  return wtime() + seconds_ahead;
}

namespace mpigauge {
namespace {

void CommRank(State& state) {
  int rank = -1;
  for (auto _ : state) MPI_Comm_rank(state.comm(), &rank);
}
MPIGAUGE_CASE(CommRank)->Local();

// The exchanges of the first comparison of clocks in a launch with these options; on rank 1, which is the one that
// asks.
int FirstExchanges(const std::string& clock_sync, const std::string& clock_exchanges) {
  const Control control(MPI_COMM_WORLD);
  exchanges.clear();
  std::optional<Help> help;
  // By MPI_Wtime every rank has a clock of its own.
  const Options options =
      ParseOptions({"--timer=mpi_wtime", "--clock-sync=" + clock_sync, "--clock-exchanges=" + clock_exchanges,
                    "--synchronizer=none", "--passes=1", "--least-time=0s", "--reruns=0", "--launch-index=9"},
                   help);
  InitializeGoogle(options.google);
  RunLaunch(options, control);
  return exchanges.empty() ? 0 : exchanges.front();
}

void ExpectOnTheRankThatAsks(int expected, int found) {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  EXPECT_EQ(found, rank == 0 ? 0 : expected);
}

TEST(ClockExchanges, AreAsManyAsWereAskedFor) {
  ExpectOnTheRankThatAsks(37, FirstExchanges("skampi", "37"));
  ExpectOnTheRankThatAsks(160, FirstExchanges("skampi", "160"));
}

// MPIPerf's d: the first exchange is the shortest, however busy the machine is, and so many bring no shorter one [KU1].
TEST(ClockExchanges, AreAsManyInVainAsWereAskedFor) {
  step = 100;
  ExpectOnTheRankThatAsks(38, FirstExchanges("minimum-round-trip", "37"));
  ExpectOnTheRankThatAsks(161, FirstExchanges("minimum-round-trip", "160"));
  ExpectOnTheRankThatAsks(38, FirstExchanges("minimum-round-trip-ring", "37"));
}

}  // namespace
}  // namespace mpigauge
