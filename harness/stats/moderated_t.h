#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mpigauge {

// What all series together say of one series' variance, before its own launches: scaled inverse chi-squared.
struct VariancePrior {
  double variance = 0;  // the typical one
  double degrees = 0;   // of freedom that it is worth; infinite where all series vary alike, 0 where nothing is known
};

// By moments of the logarithms of sample variances (Smyth 2004, section 6.2, as limma's fitFDist): `variances` > 0 with
// their `degrees` of freedom. Values that are not positive are left out.
VariancePrior FitVariancePrior(std::span<const double> variances, std::span<const double> degrees);

struct ModeratedT {
  double t = 0;
  double degrees = 0;
  double p_slower = 1;  // one-sided
};

// The t test of a difference of means whose own variance (pooled over both sides, with `degrees`) is shrunk towards the
// prior: as many degrees of freedom more. With few launches and many series it finds more than Welch's test.
ModeratedT ModeratedTest(double difference, double variance, double degrees, std::size_t m, std::size_t n,
                         const VariancePrior& prior);

}  // namespace mpigauge
