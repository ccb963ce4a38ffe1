#include "harness/clock/organisation.h"

#include <sched.h>

#include <algorithm>
#include <bit>

#include "harness/clock/drift_fit.h"
#include "harness/clock/offset.h"

namespace mpigauge {
namespace {

constexpr int kMostExchanges = 100;  // times the patience

MeasuredOffset Measure(const Leaders& leaders, const GlobalClock& clock, int server) {
  const int exchanges = leaders.settings.exchanges;
  if (leaders.settings.method == "skampi") return TightestBounds(leaders.control, clock, server, exchanges);
  return ShortestRoundTrip(leaders.control, clock, server, exchanges, kMostExchanges * exchanges);
}

void Correct(GlobalClock& clock, const OffsetPoint& point) {
  clock.offset_ns = point.offset_ns;
  clock.error_ns = point.error_ns;
  clock.reference_ns = point.time_ns;
}

// The offsets to the neighbours go to rank 0, which sends back the sums.
OffsetPoint AddUp(const Leaders& leaders, OffsetPoint mine) {
  constexpr int kTag = 13;
  MPI_Comm communicator = leaders.control.communicator();
  const int bytes = static_cast<int>(sizeof mine);
  if (leaders.place() > 0) {
    PMPI_Send(&mine, bytes, MPI_BYTE, 0, kTag, communicator);
    PMPI_Recv(&mine, bytes, MPI_BYTE, 0, kTag, communicator, MPI_STATUS_IGNORE);
    return mine;
  }
  OffsetPoint sum;
  for (int place = 1; place < leaders.count(); ++place) {
    OffsetPoint theirs;
    PMPI_Recv(&theirs, bytes, MPI_BYTE, leaders.rank(place), kTag, communicator, MPI_STATUS_IGNORE);
    sum = {theirs.time_ns, sum.offset_ns + theirs.offset_ns, sum.error_ns + theirs.error_ns};
    PMPI_Send(&sum, bytes, MPI_BYTE, leaders.rank(place), kTag, communicator);
  }
  return {};
}

}  // namespace

void SynchronizeLinearly(const Leaders& leaders, GlobalClock& clock) {
  if (leaders.place() > 0) return Correct(clock, Measure(leaders, clock, 0).point);
  for (int place = 1; place < leaders.count(); ++place) AnswerTimes(leaders.control, clock, leaders.rank(place));
}

void SynchronizeInARing(const Leaders& leaders, GlobalClock& clock) {
  const int place = leaders.place();
  const auto serve = [&] {
    if (place + 1 < leaders.count()) AnswerTimes(leaders.control, clock, leaders.rank(place + 1));
  };
  OffsetPoint to_previous;
  if (place % 2 == 0) serve();
  if (place > 0) to_previous = Measure(leaders, clock, leaders.rank(place - 1)).point;
  if (place % 2 != 0) serve();
  const OffsetPoint to_root = AddUp(leaders, to_previous);
  if (place > 0) Correct(clock, to_root);
}

namespace {

// Spreads points over a span: waits until it is time for the next one. Only when they are taken depends on it.
class Pace {
 public:
  Pace(const Timer& timer, std::int64_t span_ns, int points)
      : timer_(timer), step_ns_(span_ns / std::max(points - 1, 1)), next_ns_(timer.Now()) {}

  void Wait() {
    while (timer_.Now() < next_ns_) sched_yield();
    next_ns_ += step_ns_;
  }

 private:
  const Timer& timer_;
  std::int64_t step_ns_;
  std::int64_t next_ns_;
};

MeasuredOffset AskForPoint(const Leaders& leaders, const GlobalClock& clock, int server) {
  const int exchanges = leaders.settings.exchanges_per_point;
  return ShortestRoundTrip(leaders.control, clock, server, exchanges, exchanges);
}

void Correct(GlobalClock& clock, const DriftFit& fit, std::int64_t server_error_ns) {
  clock.offset_ns = fit.offset_ns;
  clock.error_ns = fit.error_ns + server_error_ns;
  clock.drift = fit.drift;
  clock.drift_error = fit.drift_error;
  clock.reference_ns = fit.reference_ns;
}

// One edge of the tree, on the side of the one that asks.
void LearnFrom(const Leaders& leaders, GlobalClock& clock, int server, std::int64_t span_ns) {
  const GlobalClock plain = clock;
  Pace pace(clock.timer, span_ns, leaders.settings.points);
  std::vector<OffsetPoint> points;
  std::int64_t server_error_ns = 0;
  for (int i = 0; i < leaders.settings.points; ++i) {
    pace.Wait();
    const MeasuredOffset asked = AskForPoint(leaders, plain, server);
    points.push_back(asked.point);
    server_error_ns = std::max(server_error_ns, asked.server_error_ns);
  }
  Correct(clock, FitDrift(std::move(points)), server_error_ns);
}

void ServePoints(const Leaders& leaders, const GlobalClock& clock, int client) {
  for (int i = 0; i < leaders.settings.points; ++i) AnswerTimes(leaders.control, clock, client);
}

}  // namespace

void SynchronizeByJonesAndKoenig(const Leaders& leaders, GlobalClock& clock, std::vector<OffsetPoint>& points) {
  Pace pace(clock.timer, leaders.settings.span_ns, leaders.settings.points);
  for (int i = 0; i < leaders.settings.points; ++i) {
    if (leaders.place() > 0) {
      points.push_back(AskForPoint(leaders, clock, 0).point);
      continue;
    }
    pace.Wait();
    for (int place = 1; place < leaders.count(); ++place) AnswerTimes(leaders.control, clock, leaders.rank(place));
  }
  if (leaders.place() == 0) return;
  const std::int64_t oldest = points.back().time_ns - ClockSync::kEvenDrift;
  std::erase_if(points, [&](const OffsetPoint& point) { return point.time_ns < oldest; });
  Correct(clock, FitDrift(points), 0);
}

void SynchronizeDownATree(const Leaders& leaders, GlobalClock& clock) {
  const int count = leaders.count();
  const int place = leaders.place();
  const int whole = static_cast<int>(std::bit_floor(static_cast<unsigned>(count)));
  const int rounds = static_cast<int>(std::bit_width(static_cast<unsigned>(whole))) - 1 + (whole < count ? 1 : 0);
  const std::int64_t span_ns = leaders.settings.span_ns / std::max(rounds, 1);
  for (int distance = whole / 2; distance >= 1 && place < whole; distance /= 2) {
    if (place % (2 * distance) == 0) ServePoints(leaders, clock, leaders.rank(place + distance));
    if (place % (2 * distance) == distance) LearnFrom(leaders, clock, leaders.rank(place - distance), span_ns);
  }
  // The leaders beyond the largest power of two follow in one more round.
  if (place >= whole) LearnFrom(leaders, clock, leaders.rank(place - whole), span_ns);
  if (place + whole < count) ServePoints(leaders, clock, leaders.rank(place + whole));
}

}  // namespace mpigauge
