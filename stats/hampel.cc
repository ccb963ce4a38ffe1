#include "stats/hampel.h"

#include <algorithm>
#include <cmath>

#include "stats/finite.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

constexpr std::size_t kWindow = 5;
constexpr double kDeviations = 5;

}  // namespace

std::vector<double> MoveOutliersIn(std::span<const double> values) {
  RequireFinite(values);
  std::vector<double> moved(values.begin(), values.end());
  if (values.size() < kWindow) return moved;
  std::vector<double> centers;
  std::vector<double> distances;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t begin = std::min(i - std::min(i, kWindow / 2), values.size() - kWindow);
    const auto window = values.subspan(begin, kWindow);
    centers.push_back(Median({window.begin(), window.end()}));
    distances.push_back(std::fabs(values[i] - centers.back()));
  }
  const double limit = kDeviations * kMadToSigma * Median(distances);
  for (std::size_t i = 0; i < moved.size(); ++i) {
    moved[i] = std::clamp(moved[i], centers[i] - limit, centers[i] + limit);
  }
  return moved;
}

}  // namespace mpigauge
