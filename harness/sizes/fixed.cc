#include "harness/sizes/fixed.h"

#include <algorithm>
#include <cmath>

namespace mpigauge {

FixedSizes::FixedSizes(std::vector<std::int64_t> sizes) : sizes_(std::move(sizes)) {
  std::sort(sizes_.begin(), sizes_.end());
  sizes_.erase(std::unique(sizes_.begin(), sizes_.end()), sizes_.end());
}

std::vector<std::int64_t> FixedSizes::Sizes(const Curve&) const { return sizes_; }

std::vector<std::int64_t> Powers(std::int64_t first, std::int64_t last, double factor) {
  std::vector<std::int64_t> sizes;
  if (first == 0) sizes.push_back(0);
  double size = static_cast<double>(std::max<std::int64_t>(first, 1));
  for (; size < static_cast<double>(last) + 0.5 && sizes.size() <= kMostSizes; size *= factor) {
    const auto whole = static_cast<std::int64_t>(std::llround(size));
    if (sizes.empty() || sizes.back() < whole) sizes.push_back(whole);
  }
  return sizes;
}

}  // namespace mpigauge
