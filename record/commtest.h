#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"
#include "stats/latency_bandwidth.h"

namespace mpigauge {

// COMMTEST's parameter: in how many packets a volume goes.
inline constexpr const char* kPackets = "packets";

inline constexpr double kFitConfidence = 0.95;

// The cost of packets, fitted to the times of a case that sends a fixed volume in 1, 2, 4, ... packets. Source: Worley,
// COMMTEST [CO7].
struct PacketFit {
  std::string case_name;
  Parameters parameters;  // of all its series; "packets" is not among them
  std::vector<double> packets;
  LatencyBandwidth estimate;
};

// Fits all cases of a launch that have a parameter "packets" and medians for at least three numbers of packets. The
// intervals have `confidence`.
std::vector<PacketFit> PacketFits(const std::vector<SeriesRecord>& series, double confidence);

// "distance:1/all:0: latency 0.90 us [0.85, 0.95], bandwidth 15000.0 MB/s [14000.0, 16000.0] from 7 numbers of packets"
std::string Text(const PacketFit& fit);

// COMMTEST reports the longest time of a single process, and beside it the time from when the first process begins to
// when the last one has ended, where there is a global clock. Source: Worley, COMMTEST [CO5].
struct TwoTimes {
  double longest = 0;        // seconds, the largest of the ranks' own durations
  double first_to_last = 0;  // seconds, on the global clock
};

// Returns the times by `estimator`, over all observations but those of the warm-up.
TwoTimes TwoTimesOf(const SeriesRecord& series, std::string_view estimator);

// A line for people where the two differ by more than a tenth of the first: the ranks did not begin together, or did
// not end together; empty where they agree.
std::string DisagreementNote(const SeriesRecord& series, std::string_view estimator);

}  // namespace mpigauge
