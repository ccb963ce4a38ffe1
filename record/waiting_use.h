#pragma once

#include <optional>

#include "record/record.h"

namespace mpigauge {

// The processors that the ranks of a launch took while they waited for their turns, on average: 1 is one processor.
// Other launches were measured in that time, so those of a library that does not sleep, because of a progress thread,
// say, made all others slower, of whichever library. Launches that take no turns rest for a moment to tell the same.
struct WaitingUse {
  double seconds = 0;  // for which it waited in all
  double all = 0;      // its ranks together
  double most = 0;     // the rank that took most
};

// Puts it into the settings of a record.
void SetWaitingUse(const WaitingUse& use, LaunchRecord& record);

// Nothing if the record does not say it.
std::optional<WaitingUse> WaitingUseOf(const LaunchRecord& record);

// A shorter wait tells nothing.
inline constexpr double kLeastWaitSeconds = 0.2;
bool IsKnown(const WaitingUse& use);

// Whether a launch that took so much was in the way of others: one of its ranks took 5% of a processor, or all together
// 5% of the `processors` that `ranks` ranks could have had. Ranks that spin take less than a processor each where
// several launches do so.
bool IsBusy(const WaitingUse& use, int ranks, int processors);

}  // namespace mpigauge
