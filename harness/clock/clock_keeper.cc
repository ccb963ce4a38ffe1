#include "harness/clock/clock_keeper.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <set>

#include "harness/clock/offset.h"

namespace mpigauge {
namespace {

constexpr int kTag = 14;
constexpr int kExchanges = 100;

// Places among the leaders, the same on all ranks.
std::set<int> Chosen(int leaders, int turn) {
  const int others = leaders - 1;
  std::set<int> places = {others, static_cast<int>(std::bit_floor(static_cast<unsigned>(others)))};
  places.insert(1 + 2 * turn % others);
  places.insert(1 + (2 * turn + 1) % others);
  return places;
}

// Measures the corrected clocks of some ranks against rank 0's again: the last one, the largest power of two (those
// are furthest down a tree) and two more, others in each `turn`. Ranks of rank 0's clock are right by definition.
// Source: mpits' check_clock_accuracy. The result is rank 0's. Collective.
ClockCheck CheckClocks(const Control& control, const ClockGroups& groups, const GlobalClock& clock, int turn) {
  ClockCheck check;
  if (groups.one_clock() || groups.place < 0) return check;
  for (const int place : Chosen(groups.count(), turn)) {
    const int rank = groups.leaders[static_cast<std::size_t>(place)];
    if (control.root()) {
      AnswerTimes(control, clock, rank);
      OffsetPoint found;
      PMPI_Recv(&found, sizeof found, MPI_BYTE, rank, kTag, control.communicator(), MPI_STATUS_IGNORE);
      const std::int64_t apart = std::llabs(found.offset_ns);
      check.apart_ns = std::max(check.apart_ns, apart);
      if (apart - found.error_ns <= check.surely_ns) continue;
      check.surely_ns = apart - found.error_ns;
      check.rank = rank;
    } else if (groups.place == place) {
      const OffsetPoint found = TightestBounds(control, clock, 0, kExchanges).point;
      PMPI_Send(&found, sizeof found, MPI_BYTE, 0, kTag, control.communicator());
    }
  }
  return check;
}

}  // namespace

ClockCheck ClockKeeper::Look() { return CheckClocks(sync_.control(), sync_.groups(), clock_, looks_++); }

void ClockKeeper::Remember(const ClockCheck& check) {
  worst_.apart_ns = std::max(worst_.apart_ns, check.apart_ns);
  if (check.surely_ns <= worst_.surely_ns) return;
  worst_.surely_ns = check.surely_ns;
  worst_.rank = check.rank;
}

ClockCheck ClockKeeper::SynchronizeUntilTogether() {
  ClockCheck check;
  bool again = true;
  for (int attempt = 0; attempt < kAttempts && again; ++attempt) {
    sync_.Synchronize(clock_);
    synchronized_ns_ = clock_.timer.Now();
    check = Look();
    again = check.surely_ns > kTolerable;
    sync_.control().Broadcast(again);
  }
  Remember(check);
  return check;
}

void ClockKeeper::Begin() { begin_ = SynchronizeUntilTogether(); }

void ClockKeeper::Resynchronize() {
  if (sync_.groups().one_clock()) return;
  bool old = clock_.timer.Now() - synchronized_ns_ > age_ns_;
  sync_.control().Broadcast(old);
  if (!old) return;
  Remember(Look());
  SynchronizeUntilTogether();
  ++resynchronizations_;
}

void ClockKeeper::End() {
  end_ = Look();
  Remember(end_);
}

}  // namespace mpigauge
