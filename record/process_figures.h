#pragma once

#include <cstdint>
#include <optional>

#include "record/record.h"

namespace mpigauge {

// Figures of the processes of a launch, in the settings of its record.

// The most memory that a rank had resident until nothing was measured any more, in bytes; 0: the kernel does not tell.
// Programs that write this also write the processor time (SeriesRecord::cpu_seconds) of the rank that took most; older
// ones wrote that of rank 0.
void SetPeakMemory(std::int64_t bytes, LaunchRecord& record);

// Nothing if the record does not say it.
std::optional<double> PeakMemoryOf(const LaunchRecord& record);

// The number in a setting, which is not negative. NaN where the setting is missing, or is no such number.
double NumberInSetting(const LaunchRecord& record, const char* key);

}  // namespace mpigauge
