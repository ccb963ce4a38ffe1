#pragma once

#include <optional>
#include <span>

#include "stats/interval.h"

namespace mpigauge {

// The model of a message: time = latency + bytes / bandwidth. Seconds, and bytes per second. The bandwidth's upper end
// may be infinite: where the time of all bytes may as well be zero.
struct LatencyBandwidth {
  double latency = 0;
  Interval latency_interval;
  double bandwidth = 0;
  Interval bandwidth_interval;
};

// A straight line through the times of a fixed volume that is sent as one packet, two, four, ...: time = packets x
// latency + volume / bandwidth, by least squares, with Student's intervals. Where the library changes its protocol in
// between, the model is wrong. Nothing for fewer than three points or a single number of packets. Throws
// std::invalid_argument where the numbers differ in count, a value is not finite or the confidence not between 0 and 1.
// Source: Worley, COMMTEST [CO7].
std::optional<LatencyBandwidth> FitPackets(std::span<const double> packets, std::span<const double> seconds,
                                           double volume_bytes, double confidence);

}  // namespace mpigauge
