#pragma once

#include <map>
#include <vector>

#include "harness/agree/control.h"
#include "harness/agree/wake_line.h"

namespace mpigauge {

// Connects ranks of different hosts through the network, without MPI. `callees[r]` is the rank that rank r calls, or
// -1; the same on all ranks. Returns this rank's lines by the rank at the other end: to the one that it has called, and
// to those that have called it. If a single call does not get through within a second (a firewall, no IPv4), no rank
// has a line. Collective.
std::map<int, WakeLine> ConnectLines(const Control& control, const std::vector<int>& callees);

}  // namespace mpigauge
