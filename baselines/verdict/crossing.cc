#include "baselines/verdict/crossing.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

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

}  // namespace mpigauge
