#include "simulator/fit/relative_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/summary.h"

namespace mpigauge {
namespace {

constexpr double kHuber = 1.345;
constexpr double kResolution = 1e-4;  // nothing is timed better than that
constexpr int kMostTurns = 100;

// Sums of products of the columns, each divided by the scale.
struct Sums {
  double x1x1 = 0, x1x2 = 0, x2x2 = 0, x1y = 0, x2y = 0;
};

Sums SumsOf(const RelativePoints& points, const std::vector<double>& weights) {
  Sums sums;
  for (std::size_t i = 0; i < points.y.size(); ++i) {
    const double x1 = points.x1[i] / points.scale[i];
    const double x2 = points.x2[i] / points.scale[i];
    const double y = points.y[i] / points.scale[i];
    sums.x1x1 += weights[i] * x1 * x1;
    sums.x1x2 += weights[i] * x1 * x2;
    sums.x2x2 += weights[i] * x2 * x2;
    sums.x1y += weights[i] * x1 * y;
    sums.x2y += weights[i] * x2 * y;
  }
  return sums;
}

// How much less than sum y^2 remains with this fit, negated: smaller is better.
double Cost(const Sums& sums, const TwoTerms& fit) {
  return fit.first * fit.first * sums.x1x1 + 2 * fit.first * fit.second * sums.x1x2 +
         fit.second * fit.second * sums.x2x2 - 2 * fit.first * sums.x1y - 2 * fit.second * sums.x2y;
}

TwoTerms Solve(const Sums& sums) {
  const double determinant = sums.x1x1 * sums.x2x2 - sums.x1x2 * sums.x1x2;
  if (determinant > std::numeric_limits<double>::epsilon() * sums.x1x1 * sums.x2x2) {
    const TwoTerms both{(sums.x1y * sums.x2x2 - sums.x2y * sums.x1x2) / determinant,
                        (sums.x2y * sums.x1x1 - sums.x1y * sums.x1x2) / determinant};
    if (both.first >= 0 && both.second >= 0) return both;
  }
  const TwoTerms first{sums.x1x1 > 0 ? std::max(0.0, sums.x1y / sums.x1x1) : 0, 0};
  const TwoTerms second{0, sums.x2x2 > 0 ? std::max(0.0, sums.x2y / sums.x2x2) : 0};
  return Cost(sums, first) <= Cost(sums, second) ? first : second;
}

}  // namespace

TwoTerms FitRelative(const RelativePoints& points) {
  return Solve(SumsOf(points, std::vector<double>(points.y.size(), 1)));
}

TwoTerms FitRelativeRobust(const RelativePoints& points) {
  constexpr double kStill = 1e-12;
  std::vector<double> weights(points.y.size(), 1);
  TwoTerms fit = Solve(SumsOf(points, weights));
  for (int turn = 0; turn < kMostTurns; ++turn) {
    const std::vector<double> residuals = RelativeResiduals(points, fit);
    const double reach = kHuber * std::max(kResolution, SigmaOfResiduals(residuals));
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = std::min(1.0, reach / std::fabs(residuals[i]));
    const TwoTerms next = Solve(SumsOf(points, weights));
    const bool still = std::fabs(next.first - fit.first) <= kStill * next.first &&
                       std::fabs(next.second - fit.second) <= kStill * next.second;
    fit = next;
    if (still) break;
  }
  return fit;
}

std::vector<double> RelativeResiduals(const RelativePoints& points, const TwoTerms& fit) {
  std::vector<double> residuals(points.y.size());
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    residuals[i] = (points.y[i] - fit.At(points.x1[i], points.x2[i])) / points.scale[i];
  }
  return residuals;
}

double SigmaOfResiduals(std::span<const double> residuals) {
  if (residuals.empty()) return 0;
  std::vector<double> sizes(residuals.size());
  std::transform(residuals.begin(), residuals.end(), sizes.begin(), [](double value) { return std::fabs(value); });
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return kMadToSigma * *middle;
}

}  // namespace mpigauge
