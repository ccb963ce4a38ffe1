#pragma once

#include <cstdint>

#include "harness/stats/interval.h"

namespace mpigauge {

// The exact interval of a probability of which `count` successes in `of` draws were seen (Clopper and Pearson 1934):
// its coverage is never below `confidence`. 0 to 1 where nothing was drawn.
Interval BinomialInterval(std::int64_t count, std::int64_t of, double confidence);

// How often something happened.
struct Share {
  std::int64_t count = 0;
  std::int64_t of = 0;

  void Add(bool happened) {
    count += happened;
    ++of;
  }
  double value() const { return of == 0 ? 0 : static_cast<double>(count) / static_cast<double>(of); }
  Interval interval() const { return BinomialInterval(count, of, 0.95); }
};

}  // namespace mpigauge
