#include "baselines/verdict/strata.h"

#include <cmath>
#include <map>
#include <utility>

namespace mpigauge {
namespace {

using ByCircle = std::map<std::string, Stratum>;

void AddToCircles(std::span<const double> values, const std::vector<std::string>& circles,
                  std::vector<double> Stratum::*side, ByCircle& by_circle) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i])) (by_circle[circles.empty() ? "" : circles[i]].*side).push_back(values[i]);
  }
}

double InformationOf(const Stratum& stratum, bool circle) {
  const auto m = static_cast<double>(stratum.baseline.size());
  const auto n = static_cast<double>(stratum.candidate.size());
  return m * n / (m + n + (circle ? 1 : 0));
}

}  // namespace

Strata::Strata(std::span<const double> baseline, std::span<const double> candidate, const Circles& circles) {
  ByCircle by_circle;
  AddToCircles(baseline, circles.baseline, &Stratum::baseline, by_circle);
  AddToCircles(candidate, circles.candidate, &Stratum::candidate, by_circle);
  for (auto& [circle, stratum] : by_circle) {
    if (!circle.empty() && (stratum.baseline.empty() || stratum.candidate.empty())) continue;
    information_ += InformationOf(stratum, !circle.empty());
    all_.push_back(std::move(stratum));
  }
}

std::size_t Strata::baseline_launches() const {
  std::size_t count = 0;
  for (const Stratum& one : all_) count += one.baseline.size();
  return count;
}

std::size_t Strata::candidate_launches() const {
  std::size_t count = 0;
  for (const Stratum& one : all_) count += one.candidate.size();
  return count;
}

}  // namespace mpigauge
