#include "harness/stats/binomial_interval.h"

#include <boost/math/distributions/binomial.hpp>

namespace mpigauge {

Interval BinomialInterval(std::int64_t count, std::int64_t of, double confidence) {
  if (of == 0) return {0, 1, confidence};
  using Binomial = boost::math::binomial_distribution<double>;
  const auto successes = static_cast<double>(count);
  const auto draws = static_cast<double>(of);
  const double outside = (1 - confidence) / 2;
  return {count == 0 ? 0 : Binomial::find_lower_bound_on_p(draws, successes, outside),
          count == of ? 1 : Binomial::find_upper_bound_on_p(draws, successes, outside), confidence};
}

}  // namespace mpigauge
