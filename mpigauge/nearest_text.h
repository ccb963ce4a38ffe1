#pragma once

#include <string>

#include "baselines/compare/comparability.h"
#include "mpigauge/commands.h"

namespace mpigauge {

// Lines behind an error that says that the environments differ: what in the store is nearest to the candidate, and the
// command that compares with it. Empty where there is nothing. `command` is the one that was given.
std::string NearestText(const CommandContext& context, const NotComparableError& error, const std::string& command);

}  // namespace mpigauge
