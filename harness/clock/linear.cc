#include "harness/clock/offset.h"
#include "harness/clock/organisation.h"

namespace mpigauge {
namespace {

constexpr int kMostExchanges = 100;  // times the patience

Asked Measure(const Leaders& leaders, const GlobalClock& clock, int server) {
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

}  // namespace mpigauge
