#pragma once

#include <vector>

#include "harness/clock/offset_point.h"

namespace mpigauge {

// The offset of a clock as a straight line over its own time.
struct DriftFit {
  std::int64_t reference_ns = 0;  // the time of the newest point
  std::int64_t offset_ns = 0;     // there
  std::int64_t error_ns = 0;      // the offset is right within this much
  double drift = 0;
  double drift_error = 0;  // and the drift within this much
};

// Regression over the better half of the points, those of the smaller errors (Jones and Koenig 2010; HCA3, Hunold
// and Carpen-Amarie 2018). The drift is used only where its interval excludes zero: a line through milliseconds
// of noise is wrong by microseconds a second later. The interval is Student's at 99.9%, and never narrower than
// what the errors of the points allow by causality, for these are not independent draws: a rank that changes its
// processor shifts all the later ones. Without a drift the points' bounds are laid over each other. At least one
// point.
DriftFit FitDrift(std::vector<OffsetPoint> points);

}  // namespace mpigauge
