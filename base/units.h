#pragma once

// The one place where numbers with units become text and text becomes numbers. Times are seconds, sizes are
// bytes, ratios are candidate over baseline (1.05 is 5% slower).

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mpigauge {

// "553 ns", "18.4 us", "1.25 ms", "3.2 s": three significant digits, plain ASCII.
std::string FormatSeconds(double seconds);

// "0.553": microseconds without their unit, for a column whose title says it.
std::string FormatMicroseconds(double seconds);

// "8 B", "4 KiB", "1 MiB"; sizes that are not whole in a larger unit stay in the smaller one.
std::string FormatBytes(std::int64_t bytes);

// "12 KiB", "8 MiB": the room that something takes, rounded up.
std::string FormatRoom(std::int64_t bytes);

// "+20.3%", "-1.2%", "+0.0%", "+331.0%", "+1900%": always percent, so that changes beside each other have one unit.
std::string FormatChange(double ratio);

// "1h 02m", "3m 20s", "12 s": for progress and remaining time.
std::string FormatWallTime(double seconds);

// "2026-11-20T16:05:00Z": now.
std::string UtcNow();
// "2026-11-20T16:05:00.123Z".
std::string UtcMilliseconds(std::chrono::system_clock::time_point time);

// "60s", "1.5 ms", "200us", "10min", "2h", "180d"; a bare number is seconds. Throws Error (usage) naming `what`.
double ParseSeconds(std::string_view text, std::string_view what);

// "64", "64KiB", "64K", "1MiB", "4 KB" (K is 1024 everywhere, as in OSU). Throws Error (usage).
std::int64_t ParseBytes(std::string_view text, std::string_view what);

// "5%", "5 %" or "0.05" as 0.05. Throws Error (usage).
double ParseShare(std::string_view text, std::string_view what);

// "15%" as 1.15, and "1.15x" as 1.15: a ratio with its unit. Nothing for any other text.
std::optional<double> ParseRatio(std::string_view text);

}  // namespace mpigauge
