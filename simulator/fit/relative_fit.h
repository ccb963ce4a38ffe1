#pragma once

#include <span>
#include <vector>

namespace mpigauge {

// y = first x1 + second x2; neither is below zero.
struct TwoTerms {
  double first = 0;
  double second = 0;

  double At(double x1, double x2) const { return first * x1 + second * x2; }
};

// Points to be fitted. Errors are relative: of a time of 1 us and one of 1 ms, one percent weighs the same.
struct RelativePoints {
  std::span<const double> x1;
  std::span<const double> x2;
  std::span<const double> y;
  std::span<const double> scale;  // what each residual is divided by, above zero
};

// Least squares of the relative residuals. Both terms are at least zero: of those that may be, the best.
TwoTerms FitRelative(const RelativePoints& points);

// The same by Huber's loss (1964; 95% efficient where errors are normal): a point that lies far off pulls no more than
// one that lies 1.345 standard deviations off. These are estimated by the median of absolute residuals, in turns with
// the fit.
TwoTerms FitRelativeRobust(const RelativePoints& points);

// (y - fit) / scale.
std::vector<double> RelativeResiduals(const RelativePoints& points, const TwoTerms& fit);

// The standard deviation of a normal distribution with this median of absolute values.
double SigmaOfResiduals(std::span<const double> residuals);

}  // namespace mpigauge
