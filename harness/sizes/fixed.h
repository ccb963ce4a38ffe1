#pragma once

#include <cstddef>

#include "harness/sizes/planner.h"

namespace mpigauge {

// More sizes than this are a slip of the pen.
inline constexpr std::size_t kMostSizes = 10000;

// The same sizes whatever comes out: a list, or powers.
class FixedSizes : public SizePlanner {
 public:
  explicit FixedSizes(std::vector<std::int64_t> sizes);
  std::vector<std::int64_t> Sizes(const Curve& sofar) const override;
  bool adaptive() const override { return false; }

 private:
  std::vector<std::int64_t> sizes_;
};

// first, first * factor, ... up to `last`, in whole numbers. 0 comes before 1, since it has no multiples. At most
// kMostSizes of them and one.
std::vector<std::int64_t> Powers(std::int64_t first, std::int64_t last, double factor);

}  // namespace mpigauge
