#include "stats/distribution.h"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace mpigauge {

double StudentQuantile(double p, double degrees) {
  return boost::math::quantile(boost::math::students_t_distribution<double>(degrees), p);
}

double StudentTail(double t, double degrees) {
  return boost::math::cdf(boost::math::complement(boost::math::students_t_distribution<double>(degrees), t));
}

double NormalQuantile(double p) { return boost::math::quantile(boost::math::normal_distribution<double>(), p); }

double BinomialCdf(std::ptrdiff_t k, std::size_t n, double p) {
  if (k < 0) return 0;
  if (k >= static_cast<std::ptrdiff_t>(n)) return 1;
  return boost::math::cdf(boost::math::binomial_distribution<double>(static_cast<double>(n), p),
                          static_cast<double>(k));
}

double NormalTwoSided(double z) { return std::erfc(std::fabs(z) / std::sqrt(2.0)); }

}  // namespace mpigauge
