#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace mpigauge {

// The prior of one series' variance from all series together: scaled inverse chi-squared.
struct VariancePrior {
  double variance = 0;  // the typical one
  double degrees = 0;   // of freedom that it is worth; infinite where all series vary alike, 0 where nothing is known
  double most_degrees = std::numeric_limits<double>::infinity();  // that a test may have, the series' own included
};

// Fits the prior by moments of the logarithms of sample variances (Smyth 2004, section 6.2, as limma's fitFDist):
// `variances` > 0 with their `degrees` of freedom. Values that are not positive are left out. A single one says nothing
// of how series differ in their variance: 0 degrees. The prior is worth no more than so many series can show, so that
// tests keep their level with ten series as well: with the degrees that follow where the variance of the logarithms is
// larger by one standard error (that of a variance of normal values), and no test has more degrees than all variances
// together (as in limma's eBayes). With Smyth's own degrees, tests of ten series of three launches a side err by up
// to 1.2 times their level at 2.5%, and by 1.6 times at 0.5%; with these by 1.0 and 1.1 times.
VariancePrior SafeVariancePrior(std::span<const double> variances, std::span<const double> degrees);

struct ModeratedT {
  double t = 0;
  double error = 0;  // the standard error of the difference: t is so many of it; 0 where nothing is known
  double degrees = 0;
  double p_slower = 1;  // one-sided
};

// The t test of a difference of means whose own variance (pooled over both sides, with `degrees`) is shrunk towards the
// prior: as many degrees of freedom more. With few launches and many series it finds more than Welch's test.
ModeratedT ModeratedTest(double difference, double variance, double degrees, std::size_t m, std::size_t n,
                         const VariancePrior& prior);

}  // namespace mpigauge
