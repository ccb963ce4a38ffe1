#pragma once

#include <optional>
#include <span>

#include "harness/stats/interval.h"

namespace mpigauge {

// The model of a message: time = latency + bytes / bandwidth. Seconds, and bytes per second. An upper end may be
// infinite: where the time per byte may as well be zero.
struct LatencyBandwidth {
  double latency = 0;
  Interval latency_interval;
  double bandwidth = 0;
  Interval bandwidth_interval;
};

// A straight line through the times of messages of several lengths: least squares, with Student's intervals. The
// longest messages weigh most in it, and where the library changes its protocol in between, the model is wrong.
// Nothing for fewer than three points or a single length. Throws std::invalid_argument where the numbers differ in
// count, a value is not finite or the confidence not between 0 and 1.
std::optional<LatencyBandwidth> FitSizes(std::span<const double> bytes, std::span<const double> seconds,
                                         double confidence);

// The same of a fixed volume that is sent as one packet, two, four, ...: time = packets x latency + volume / bandwidth.
// Source: Worley, COMMTEST [CO7].
std::optional<LatencyBandwidth> FitPackets(std::span<const double> packets, std::span<const double> seconds,
                                           double volume_bytes, double confidence);

}  // namespace mpigauge
