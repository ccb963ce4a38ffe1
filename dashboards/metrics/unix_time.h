#pragma once

#include <string>

namespace mpigauge {

// "2026-11-20T16:05:00Z" or "2026-11-20T16:05:00.123Z" as seconds since 1970; NaN for anything else.
double UnixTime(const std::string& text);

}  // namespace mpigauge
