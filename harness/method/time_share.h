#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mpigauge {

// The progress of a series when the time for its next visit is decided.
struct SeriesProgress {
  std::int64_t observations = 0;                        // so far
  std::optional<double> relative_width = std::nullopt;  // of the estimate's interval, where it has one
  double ns_per_observation = 0;  // all that one costs, synchronization included; 0 where not known
  std::int64_t visits_left = 1;   // 0: finished, gets nothing
};

struct TimeShareOptions {
  std::int64_t total_ns = 0;            // for all visits that are left of all series
  double wanted_width = 0.02;           // narrower intervals get no time beyond the least
  std::int64_t least_observations = 5;  // of a visit
};

// The budget of each series' next visit, in the order of `series`.
//
// An interval narrows with the square root of the observations: a series of relative width w after n of them has the
// spread s = w sqrt(n) and needs (s / wanted)^2 in all. Where the time is enough, each gets what it needs, and the
// rest stays unspent. Where it is not, the time of a series, that already spent included, is proportional to
// s sqrt(cost), which makes the sum of the squared widths least (Neyman 1934; Cochran, Sampling Techniques, 5.5): in
// proportion to the need, one hopeless series would starve all others. A series of which nothing is known is taken
// for the worst one known. The share of a series is split evenly over the visits that it has left.
//
// The least comes first: every visit gets the time of `least_observations`, even where these exceed the total. Else
// the visits left cost at most the total. Pure arithmetic, O(series).
std::vector<std::int64_t> ShareTime(std::span<const SeriesProgress> series, const TimeShareOptions& options);

}  // namespace mpigauge
