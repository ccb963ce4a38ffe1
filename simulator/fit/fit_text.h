#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "simulator/fit/network_fit.h"

namespace mpigauge {

// "0.0954 ns/B"
std::string FormatPerByte(double seconds_per_byte);

// "4 KiB", "not known"
std::string FormatLimit(const std::optional<std::int64_t>& eager_limit);

// Parameters with their intervals, model by model; switches; what stood out; notes.
std::string NetworkFitText(const NetworkFit& fit);

}  // namespace mpigauge
