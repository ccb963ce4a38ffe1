#include "baselines/verdict/spending.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>

namespace mpigauge {
namespace {

using Gauss = boost::math::quadrature::gauss<double, 10>;

// Beyond it a standard normal has 6e-16.
constexpr double kFar = 8;
constexpr int kPanels = 20;

// Nodes and weights of Gauss and Legendre's rule on `kPanels` equal parts of low .. high.
template <typename Visit>
void VisitNodes(double low, double high, Visit visit) {
  const double half = (high - low) / kPanels / 2;
  for (int panel = 0; panel < kPanels; ++panel) {
    const double middle = low + (2 * panel + 1) * half;
    for (std::size_t i = 0; i < Gauss::abscissa().size(); ++i) {
      const double weight = half * Gauss::weights()[i];
      visit(middle - half * Gauss::abscissa()[i], weight);
      visit(middle + half * Gauss::abscissa()[i], weight);
    }
  }
}

}  // namespace

double NormalUpperTail(double z) { return 0.5 * std::erfc(z / std::sqrt(2.0)); }

double ContinuationDensity::UpperTail(double information, double z) const {
  const double limit = z * std::sqrt(information);
  const double deviation = std::sqrt(information - information_);
  double sum = 0;
  for (const Node& node : nodes_) sum += node.weight * NormalUpperTail((limit - node.value) / deviation);
  return sum;
}

void ContinuationDensity::Continue(double information, double low, double high) {
  const double scale = std::sqrt(information);
  const double deviation = std::sqrt(information - information_);
  const double density_scale = 1 / (deviation * std::sqrt(2 * std::acos(-1.0)));
  std::vector<Node> next;
  VisitNodes(std::max(low, -kFar) * scale, std::min(high, kFar) * scale, [&](double value, double weight) {
    double density = 0;
    for (const Node& node : nodes_) {
      const double distance = (value - node.value) / deviation;
      density += node.weight * std::exp(-distance * distance / 2);
    }
    next.push_back({value, weight * density * density_scale});
  });
  nodes_ = std::move(next);
  information_ = information;
}

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

namespace {

// How much of the error rate `alpha` may be spent up to the share `time` (0 to 1) of the budget: alpha time^1.5
// (Kim and DeMets 1987): between Pocock's even spending and O'Brien and Fleming's late one; of those compared by
// simulation it needs the fewest launches.
double Spent(double alpha, double time) { return alpha * std::pow(std::min(time, 1.0), 1.5); }

}  // namespace

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
