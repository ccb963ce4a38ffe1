#pragma once

#include <cstdint>

#include "stats/interval.h"

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

// Fisher's exact test, one-sided: the chance that of `first_hits + second_hits` hits at least `second_hits` fall on the
// second group, if each of the `first + second` members is as likely to be hit as any other. 1 where there are no hits.
// Source: R. A. Fisher, "On the interpretation of chi-squared from contingency tables", 1922.
double FisherExactGreater(std::int64_t first_hits, std::int64_t first, std::int64_t second_hits, std::int64_t second);

}  // namespace mpigauge
