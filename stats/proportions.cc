#include "stats/proportions.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/hypergeometric.hpp>

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

double FisherExactGreater(std::int64_t first_hits, std::int64_t first, std::int64_t second_hits, std::int64_t second) {
  const std::int64_t hits = first_hits + second_hits;
  if (second_hits <= std::max<std::int64_t>(0, hits - first)) return 1;  // there are no fewer
  const boost::math::hypergeometric_distribution<double> of_second(
      static_cast<unsigned>(hits), static_cast<unsigned>(second), static_cast<unsigned>(first + second));
  return boost::math::cdf(boost::math::complement(of_second, static_cast<unsigned>(second_hits - 1)));
}

}  // namespace mpigauge
