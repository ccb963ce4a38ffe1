#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mpigauge {

// The times of a series at one size.
struct SizeSpread {
  std::int64_t size = 0;
  double low = 0;  // the first quartile, the median, the third quartile
  double median = 0;
  double high = 0;
};

// A median is anomalous when it is above what its two neighbours agree on by this share of it, and by this many
// times the wider of their spreads: a series that is uneven everywhere has no point that sticks out.
struct AnomalyRule {
  double share = 0.3;
  double spreads = 3;
};

// The places in `series`, ascending by size, whose times are anomalously high relative to the surrounding ones: a
// property of the library, or a momentary load; only another measurement tells. The neighbours' interpolation is
// linear or geometric, whichever is higher, so that a change of protocol is not mistaken for a disturbance. The
// first and the last size have no two neighbours. Low times are nobody's load and are not looked for.
// Source: mpptest 3.3 [MP5]; the rule is ours, the paper gives none.
std::vector<std::size_t> AnomalouslyHigh(std::span<const SizeSpread> series, const AnomalyRule& rule = {});

}  // namespace mpigauge
