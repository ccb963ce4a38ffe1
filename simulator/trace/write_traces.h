#pragma once

#include <filesystem>

#include "simulator/trace/trace_set.h"

namespace mpigauge {

// A file for each rank, as the trace library writes them. The folder is made; it must not have traces yet. Throws
// Error.
void WriteTraces(const TraceSet& traces, const std::filesystem::path& folder);

}  // namespace mpigauge
