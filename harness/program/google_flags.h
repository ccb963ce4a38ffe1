#pragma once

#include <optional>
#include <string>

#include "harness/program/options.h"

namespace mpigauge {

// Takes a flag of Google Benchmark into our options. The decisions that it would let every rank take for itself
// (how many iterations, in which order) are taken by our planner; such flags are translated or refused.
// Throws Error (usage).
void TakeGoogleFlag(const std::string& argument, Options& options, std::optional<double>& min_time);

}  // namespace mpigauge
