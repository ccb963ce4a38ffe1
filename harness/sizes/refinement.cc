#include "harness/sizes/refinement.h"

#include <algorithm>
#include <cmath>

#include "harness/sizes/fixed.h"

namespace mpigauge {

std::vector<std::int64_t> StartSizes(const Refinement& refinement) {
  const std::int64_t step = refinement.separation;
  std::set<std::int64_t> sizes = {refinement.first, refinement.last};
  for (const std::int64_t power : Powers(std::max(refinement.first, step), refinement.last, refinement.factor)) {
    const std::int64_t size = (power + step / 2) / step * step;
    if (refinement.first < size && size < refinement.last) sizes.insert(size);
  }
  return {sizes.begin(), sizes.end()};
}

std::optional<std::int64_t> SizeBetween(std::int64_t a, std::int64_t b, double place, std::int64_t separation) {
  const std::int64_t lowest = (a / separation + 1) * separation;
  const std::int64_t highest = (b - 1) / separation * separation;
  if (b <= a || lowest > highest) return std::nullopt;
  const auto nearest = static_cast<std::int64_t>(std::llround(place / static_cast<double>(separation))) * separation;
  return std::clamp(nearest, lowest, highest);
}

bool Settled(const Curve& curve, std::int64_t size, const Refinement& refinement) {
  const auto found = curve.find(size);
  return found != curve.end() && std::isfinite(found->second.seconds) && found->second.visits >= refinement.settle;
}

void AddWorst(std::vector<Candidate> candidates, std::size_t most, std::set<std::int64_t>& sizes) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.error > b.error; });
  for (const Candidate& candidate : candidates) {
    if (sizes.size() >= most) return;
    sizes.insert(candidate.size);
  }
}

double Line(std::int64_t a, double at_a, std::int64_t b, double at_b, std::int64_t x) {
  return at_a + (at_b - at_a) * static_cast<double>(x - a) / static_cast<double>(b - a);
}

}  // namespace mpigauge
