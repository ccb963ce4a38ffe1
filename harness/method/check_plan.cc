#include "harness/method/check_plan.h"

#include <algorithm>

namespace mpigauge {

std::int64_t CheckPlan::Next(std::int64_t now_ns) {
  if (done_ == 0) {
    wanted_ = Draw(1, kMost);
    first_ns_ = now_ns;
    contents_ = Draw(1, kContents);
  } else {
    if (Enough(now_ns)) return 0;
    contents_ = 1 + (contents_ - 1 + Draw(1, kContents - 1)) % kContents;
  }
  ++done_;
  last_ns_ = now_ns;
  return contents_;
}

// Also where another one like the last one would take too long.
bool CheckPlan::Enough(std::int64_t now_ns) const {
  const std::int64_t took = now_ns - last_ns_;
  const std::int64_t allowed = std::max(kAlwaysAllowed, (first_ns_ - began_ns_) / kLeastShare);
  return done_ >= wanted_ || took > kLongOperation || now_ns - first_ns_ + took > allowed;
}

// Not by std::uniform_int_distribution, which may draw otherwise in another standard library.
std::int64_t CheckPlan::Draw(std::int64_t least, std::int64_t most) {
  return least + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(most - least + 1));
}

std::mt19937_64& CheckGenerator() {
  static std::mt19937_64 generator((std::uint64_t{std::random_device{}()} << 32) + std::random_device{}());
  return generator;
}

}  // namespace mpigauge
