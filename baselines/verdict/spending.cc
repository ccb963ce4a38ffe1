#include "baselines/verdict/spending.h"

#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>

#include "baselines/verdict/crossing.h"

namespace mpigauge {
namespace {

// The z whose chance of being exceeded at this look, and not before, is `target`.
double Boundary(const ContinuationDensity& density, double information, double target) {
  const auto excess = [&](double z) { return density.UpperTail(information, z) - target; };
  if (excess(-8) <= 0) return -8;  // more may be spent than is left
  std::uintmax_t steps = 100;
  const auto bracket =
      boost::math::tools::toms748_solve(excess, -8.0, 30.0, boost::math::tools::eps_tolerance<double>(45), steps);
  return bracket.second;  // the stricter one
}

}  // namespace

std::vector<int> LooksUpTo(int most) {
  std::vector<int> looks;
  for (const int launches : {6, 8}) {
    if (launches < most) looks.push_back(launches);
  }
  for (int launches = 10; launches < most; launches = static_cast<int>(std::lround(1.4 * launches / 2) * 2)) {
    looks.push_back(launches);
  }
  looks.push_back(most);
  return looks;
}

double Spent(double alpha, double time) { return alpha * std::pow(std::min(time, 1.0), 1.5); }

std::vector<double> NominalLevels(std::span<const double> spent, std::span<const double> information) {
  std::vector<double> levels;
  ContinuationDensity density;
  double spent_before = 0;
  double information_before = 0;
  for (std::size_t look = 0; look < spent.size(); ++look) {
    const double target = spent[look] - spent_before;
    if (information[look] <= information_before || target < 1e-14) {
      levels.push_back(0);
      continue;
    }
    const double z = Boundary(density, information[look], target);
    levels.push_back(NormalUpperTail(z));
    density.Continue(information[look], -std::numeric_limits<double>::infinity(), z);
    spent_before = spent[look];
    information_before = information[look];
  }
  return levels;
}

SpendingPlan::SpendingPlan(std::vector<int> looks) : looks_(std::move(looks)) {}

double SpendingPlan::SpentAt(std::size_t look, double alpha) const {
  return Spent(alpha, static_cast<double>(looks_[look]) / looks_.back());
}

double SpendingPlan::Level(double alpha, const std::vector<double>& information) {
  const auto [found, fresh] = known_.try_emplace({alpha, information}, 0.0);
  if (fresh) {
    std::vector<double> spent;
    for (std::size_t look = 0; look < information.size(); ++look) spent.push_back(SpentAt(look, alpha));
    found->second = NominalLevels(spent, information).back();
  }
  return found->second;
}

}  // namespace mpigauge
