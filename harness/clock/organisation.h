#pragma once

#include <vector>

#include "harness/clock/clock_sync.h"

namespace mpigauge {

// In which order the leaders of the clocks measure against each other. Called by the leaders alone, all of them;
// `clock` comes with its timer and no correction, and goes with one.
struct Leaders {
  const Control& control;
  const ClockGroups& groups;
  const SyncSettings& settings;

  int place() const { return groups.place; }
  int count() const { return groups.count(); }
  int rank(int place) const { return groups.leaders[static_cast<std::size_t>(place)]; }
};

// Rank 0 with all others, one after the other: O(leaders) time (SKaMPI; MPIPerf 5 [KU1, KU2]).
void SynchronizeLinearly(const Leaders& leaders, GlobalClock& clock);

// Every leader with the one before it: those of even place serve the next one first, then ask the one before, the
// others the other way round, so that the exchanges take two rounds whatever the number of ranks. Rank 0 adds up
// offsets and errors: the last one's error is the sum of all (MPIPerf 5 [KU2]).
void SynchronizeInARing(const Leaders& leaders, GlobalClock& clock);

// Rank 0 with all others in turn, many times over the span, so that all regressions span the same long interval:
// O(leaders * points) (Jones and Koenig 2010). `points` are the earlier ones of this rank; the new ones are added.
void SynchronizeByJonesAndKoenig(const Leaders& leaders, GlobalClock& clock, std::vector<OffsetPoint>& points);

// Down a binomial tree: a synchronized rank serves its global time to one more in each of log2(leaders) rounds, and
// each edge is a regression over its share of the span; no model is ever added up (HCA3, Hunold and Carpen-Amarie
// 2018).
void SynchronizeDownATree(const Leaders& leaders, GlobalClock& clock);

}  // namespace mpigauge
