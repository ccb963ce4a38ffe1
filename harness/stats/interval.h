#pragma once

namespace mpigauge {

// An interval of an estimate. `confidence` is the level that it has, which for order statistics is above the one
// that was asked for.
struct Interval {
  double low = 0;
  double high = 0;
  double confidence = 0;

  double width() const { return high - low; }
  bool operator==(const Interval&) const = default;
};

}  // namespace mpigauge
