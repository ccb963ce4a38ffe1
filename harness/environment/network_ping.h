#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/agree/control.h"
#include "harness/agree/lines.h"
#include "harness/environment/places.h"

namespace mpigauge {

// Times the network between hosts beside a visit, without MPI: a byte goes there and back by TCP. Hosts are in pairs in
// the order of their first ranks (the first and the second, the third and the fourth, ...), and the first ranks talk.
class NetworkPing {
 public:
  // `places` of all ranks. Where ranks share processors, on one host, or where TCP does not get through, nobody has a
  // line. Collective.
  NetworkPing(const Control& control, std::span<const Place> places, bool oversubscribed);

  // Returns the picoseconds of one way, the fastest of a few round trips, on the rank that begins; 0 elsewhere, and
  // where the line is broken. The work is the same whatever the clock says. To be called by all ranks together.
  std::int64_t Measure();

 private:
  bool begins_ = false;  // of the two
  WakeLine line_;
};

// Returns by rank which rank it calls for its host; -1 if it calls none.
std::vector<int> HostCallees(std::span<const Place> places);

}  // namespace mpigauge
