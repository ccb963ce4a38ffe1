#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace mpigauge {

// When a visit has enough. `name` is one of StoppingRuleNames(); the first three hold for each visit, whatever the
// rule: none goes on beyond the most or (but for `fixed`) the budget, and none ends below the least before the budget
// is exceeded twentyfold, or 200 starts more than the most were late.
struct StoppingOptions {
  std::int64_t least_observations = 5;
  std::int64_t most_observations = 100;
  std::int64_t budget_ns = 5'000'000;  // of the kept part; may be exceeded to reach the least
  std::string name = "budget";
  // The relative precision that is enough; each rule has its own default.
  std::optional<double> epsilon = std::nullopt;
  double confidence = 0.95;    // `median-interval`
  double tick_seconds = 1e-9;  // `least-time`, `relative-standard-error`: resolution of the timer in use
  std::int64_t step = 10;      // `cov-mean`, `cov-median`: growth of the first batch
};

}  // namespace mpigauge
