#include "harness/stats/fisher_exact.h"

#include <algorithm>
#include <boost/math/distributions/hypergeometric.hpp>

namespace mpigauge {

double FisherExactGreater(std::int64_t first_hits, std::int64_t first, std::int64_t second_hits, std::int64_t second) {
  const std::int64_t hits = first_hits + second_hits;
  if (second_hits <= std::max<std::int64_t>(0, hits - first)) return 1;  // there are no fewer
  const boost::math::hypergeometric_distribution<double> of_second(
      static_cast<unsigned>(hits), static_cast<unsigned>(second), static_cast<unsigned>(first + second));
  return boost::math::cdf(boost::math::complement(of_second, static_cast<unsigned>(second_hits - 1)));
}

}  // namespace mpigauge
