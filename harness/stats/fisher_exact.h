#pragma once

#include <cstdint>

namespace mpigauge {

// Fisher's exact test, one-sided: the chance that of `first_hits + second_hits` hits at least `second_hits` fall on the
// second group, if each of the `first + second` members is as likely to be hit as any other. 1 where there are no hits.
// Source: R. A. Fisher, "On the interpretation of chi-squared from contingency tables", 1922.
double FisherExactGreater(std::int64_t first_hits, std::int64_t first, std::int64_t second_hits, std::int64_t second);

}  // namespace mpigauge
