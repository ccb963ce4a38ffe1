#include "harness/method/stopping_rule.h"

#include <cmath>
#include <stdexcept>

namespace mpigauge {
namespace {

// A visit gives up when this many starts were late beyond what was asked for, or this much time has passed
// beyond the budget: a machine that cannot start its ranks together must not hang the launch.
constexpr std::int64_t kLateAllowance = 200;
constexpr std::int64_t kTimeAllowance = 20;
constexpr std::int64_t kLeastTimeLimit = 2'000'000'000;
constexpr std::int64_t kPatienceForTheFirst = 5;  // times as long while there is nothing to keep yet

}  // namespace

void StoppingRule::BeginVisit(const StoppingOptions& visit) {
  options_.least_observations = visit.least_observations;
  options_.most_observations = visit.most_observations;
  options_.budget_ns = visit.budget_ns;
  kept_ = 0;
  late_ = 0;
}

void StoppingRule::Add(double seconds, std::int64_t operations) {
  if (!std::isfinite(seconds)) throw std::invalid_argument("an observation is not finite");
  ++kept_;
  Observe(seconds, operations);
}

void StoppingRule::AddLate() {
  ++late_;
  ObserveLate();
}

bool StoppingRule::Enough(std::int64_t elapsed_ns) const {
  if (kept_ >= options_.most_observations) return true;
  if (late_ >= options_.most_observations + kLateAllowance) return true;
  // Divided, not multiplied: the budget may be as large as a caller can write.
  const std::int64_t elapsed = elapsed_ns / (kept_ > 0 ? 1 : kPatienceForTheFirst);
  if (elapsed >= kLeastTimeLimit && elapsed / kTimeAllowance >= options_.budget_ns) return true;
  if (kept_ < options_.least_observations) return false;
  return elapsed_ns >= options_.budget_ns || Satisfied();
}

}  // namespace mpigauge
