#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "harness/agree/control.h"

namespace mpigauge {

// Groups of ranks that read one and the same clock. The lowest rank of each clock, its leader, measures; the others are
// told.
struct ClockGroups {
  std::vector<int> leader_of;  // of every rank
  std::vector<int> leaders;    // in ascending order; the first is rank 0
  int place = -1;              // this rank's among the leaders; -1: it is none

  int count() const { return static_cast<int>(leaders.size()); }
  bool one_clock() const { return count() == 1; }
};

// Says which clock the timer reads: equal on processes whose clocks are one (one kernel, one time namespace).
std::string ClockIdentity();

// The ranks of equal identity form a group. Collective.
ClockGroups FindClockGroups(const Control& control, const std::string& identity);

// The leader's value on all ranks of its group. Collective.
void PassOnBytes(const Control& control, const ClockGroups& groups, void* bytes, int count);
template <typename T>
requires std::is_trivially_copyable_v<T>
void PassOn(const Control& control, const ClockGroups& groups, T& value) {
  PassOnBytes(control, groups, &value, static_cast<int>(sizeof value));
}

}  // namespace mpigauge
