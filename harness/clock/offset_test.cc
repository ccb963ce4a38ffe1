#include "harness/clock/offset.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdint>

namespace {

int sends = 0;  // of this rank

}  // namespace

// The harness sends by PMPI: this stands before the library's own.
extern "C" int PMPI_Send(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm communicator) {
  static const auto send = reinterpret_cast<decltype(&PMPI_Send)>(dlsym(RTLD_NEXT, "PMPI_Send"));
  ++sends;
  return send(data, count, type, to, tag, communicator);
}

namespace mpigauge {
namespace {

constexpr std::int64_t kStep = 1'000'000;  // ns, from the beginning of an exchange to the next one's

// The time in nanoseconds that an exchange takes on the clock of the rank that asks: the truth, however busy the
// machine is.
using RoundTrip = std::int64_t (*)(std::int64_t exchange);

RoundTrip round_trip = nullptr;
std::int64_t readings = 0;

// An exchange reads the clock twice.
std::int64_t AskersClock() {
  const std::int64_t exchange = readings / 2;
  const bool is_over = readings++ % 2 == 1;
  return exchange * kStep + (is_over ? round_trip(exchange) : 0);
}

std::int64_t StoppedClock() { return 0; }

struct Outcome {
  int exchanges = 0;
  OffsetPoint point;  // on the rank that asks
};

// Rank 1 asks rank 0, whose clock stands still.
Outcome Ask(RoundTrip takes, int patience, int most) {
  const Control control(MPI_COMM_WORLD);
  round_trip = takes;
  readings = 0;
  sends = 0;
  Outcome outcome;
  if (control.root()) {
    AnswerTimes(control, GlobalClock{.timer = Timer("stopped", StoppedClock)}, 1);
  } else {
    const GlobalClock clock{.timer = Timer("known", AskersClock)};
    outcome.point = ShortestRoundTrip(control, clock, 0, patience, most).point;
  }
  outcome.exchanges = sends - 1;  // the last message says that it is enough, its answer how wrong the server's clock is
  return outcome;
}

// Expects the point of an exchange that was `shortest` ns long.
void ExpectPointOf(std::int64_t exchange, std::int64_t shortest, const Outcome& outcome) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) return;
  EXPECT_EQ(outcome.point.time_ns, exchange * kStep + shortest / 2);
  EXPECT_EQ(outcome.point.offset_ns, exchange * kStep + shortest / 2);  // rank 0's clock stands at 0
  EXPECT_EQ(outcome.point.error_ns, shortest / 2);
}

// Rank 0's clock stands at 0. Of one exchange the offset lies between 0 and 400 ns. The later ones are asked at 1 and 2
// ms, so that their bounds and those of the first one cross.
TEST(TightestBounds, TheOffsetLiesInTheMiddleAndItsErrorIsHalfOfWhatTheBoundsLeave) {
  const Control control(MPI_COMM_WORLD);
  for (const bool crossing : {false, true}) {
    round_trip = [](std::int64_t exchange) -> std::int64_t { return 400 - 100 * exchange; };
    readings = 0;
    if (control.root()) {
      AnswerTimes(control, GlobalClock{.timer = Timer("stopped", StoppedClock)}, 1);
      continue;
    }
    const GlobalClock clock{.timer = Timer("known", AskersClock)};
    const OffsetPoint point = TightestBounds(control, clock, 0, crossing ? 3 : 1).point;
    // One exchange: sent at 0, received at 400. Three: the last one is sent at 2 ms, the first one received at 400 ns.
    EXPECT_EQ(point.time_ns, crossing ? (2 * kStep + 200) / 2 : 200);
    EXPECT_EQ(point.offset_ns, crossing ? 2 * kStep + (400 - 2 * kStep) / 2 : 200);
    EXPECT_EQ(point.error_ns, crossing ? (2 * kStep - 400 + 1) / 2 : 200);
  }
}

constexpr int kNoBound = 1000;

// MPIPerf's d exchanges in a row without a shorter one end it [KU1]: here the first one stays the shortest.
TEST(ShortestRoundTrip, EndsAfterSoManyInVain) {
  const Outcome outcome = Ask([](std::int64_t exchange) { return 100 + 10 * exchange; }, 7, kNoBound);
  EXPECT_EQ(outcome.exchanges, 8);
  ExpectPointOf(0, 100, outcome);
}

// An equal one is no shorter one.
TEST(ShortestRoundTrip, EndsWhereAllAreEqual) {
  const Outcome outcome = Ask([](std::int64_t) { return std::int64_t{100}; }, 7, kNoBound);
  EXPECT_EQ(outcome.exchanges, 8);
  ExpectPointOf(0, 100, outcome);
}

// Exchange 3 is shorter than the three before it, so three more in vain must follow.
TEST(ShortestRoundTrip, AShorterOneBeginsTheCountAnew) {
  const Outcome outcome =
      Ask([](std::int64_t exchange) { return exchange == 3 ? 80 : 100 + 10 * exchange; }, 3, kNoBound);
  EXPECT_EQ(outcome.exchanges, 7);
  ExpectPointOf(3, 80, outcome);
}

// Each is shorter than the one before.
TEST(ShortestRoundTrip, EndsAtTheLargestNumber) {
  const Outcome outcome = Ask([](std::int64_t exchange) { return 1000 - 10 * exchange; }, 7, 20);
  EXPECT_EQ(outcome.exchanges, 20);
  ExpectPointOf(19, 810, outcome);
}

}  // namespace
}  // namespace mpigauge
