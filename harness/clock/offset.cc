#include "harness/clock/offset.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace mpigauge {
namespace {

constexpr int kTag = 11;
constexpr std::int64_t kMore = 1;
constexpr std::int64_t kEnough = 0;

struct Exchange {
  std::int64_t sent = 0;
  std::int64_t theirs = 0;
  std::int64_t received = 0;
};

void Send(const Control& control, int to, std::int64_t value) {
  PMPI_Send(&value, 1, MPI_INT64_T, to, kTag, control.communicator());
}

std::int64_t Receive(const Control& control, int from) {
  std::int64_t value = 0;
  PMPI_Recv(&value, 1, MPI_INT64_T, from, kTag, control.communicator(), MPI_STATUS_IGNORE);
  return value;
}

Exchange Ask(const Control& control, const GlobalClock& clock, int server) {
  Exchange exchange;
  exchange.sent = clock.Now();
  Send(control, server, kMore);
  exchange.theirs = Receive(control, server);
  exchange.received = clock.Now();
  return exchange;
}

std::int64_t Finish(const Control& control, int server) {
  Send(control, server, kEnough);
  return Receive(control, server);
}

}  // namespace

void AnswerTimes(const Control& control, const GlobalClock& clock, int client) {
  while (Receive(control, client) == kMore) Send(control, client, clock.Now());
  Send(control, client, clock.ErrorAt(clock.timer.Now()));
}

MeasuredOffset TightestBounds(const Control& control, const GlobalClock& clock, int server, int exchanges) {
  std::int64_t low = std::numeric_limits<std::int64_t>::min();
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
  std::int64_t first = 0;
  std::int64_t last = 0;
  for (int i = 0; i < exchanges; ++i) {
    const Exchange exchange = Ask(control, clock, server);
    low = std::max(low, exchange.sent - exchange.theirs);
    high = std::min(high, exchange.received - exchange.theirs);
    if (i == 0) first = exchange.sent;
    last = exchange.received;
  }
  // Clocks that jitter may cross the bounds; how far they do is how wrong the middle may be.
  const OffsetPoint point{first + (last - first) / 2, low + (high - low) / 2, (std::llabs(high - low) + 1) / 2};
  return {point, Finish(control, server)};
}

MeasuredOffset ShortestRoundTrip(const Control& control, const GlobalClock& clock, int server, int patience, int most) {
  Exchange best;
  std::int64_t shortest = std::numeric_limits<std::int64_t>::max();
  for (int i = 0, in_vain = 0; i < most && in_vain < patience; ++i, ++in_vain) {
    const Exchange exchange = Ask(control, clock, server);
    const std::int64_t round_trip = exchange.received - exchange.sent;
    if (round_trip >= shortest) continue;
    shortest = round_trip;
    best = exchange;
    in_vain = -1;
  }
  const std::int64_t middle = best.sent + (best.received - best.sent) / 2;
  return {{middle, middle - best.theirs, (std::llabs(shortest) + 1) / 2}, Finish(control, server)};
}

}  // namespace mpigauge
