#include "base/units.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <ctime>
#include <utility>

#include "base/error.h"

namespace mpigauge {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr std::array<Unit, 9> kTimeUnits = {{{"ns", 1e-9},
                                             {"us", 1e-6},
                                             {"ms", 1e-3},
                                             {"s", 1},
                                             {"sec", 1},
                                             {"min", 60},
                                             {"m", 60},
                                             {"h", 3600},
                                             {"d", 86400}}};

constexpr std::array<Unit, 10> kByteUnits = {{{"B", 1},
                                              {"K", 1024},
                                              {"KB", 1024},
                                              {"KiB", 1024},
                                              {"M", 1048576},
                                              {"MB", 1048576},
                                              {"MiB", 1048576},
                                              {"G", 1073741824},
                                              {"GB", 1073741824},
                                              {"GiB", 1073741824}}};

std::string_view Trim(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// Splits "1.5 ms" into 1.5 and "ms". Throws where there is no number.
std::pair<double, std::string_view> SplitNumber(std::string_view text, std::string_view what) {
  const std::string_view trimmed = Trim(text);
  double number = 0;
  const auto [end, error] = std::from_chars(trimmed.data(), trimmed.data() + trimmed.size(), number);
  if (error != std::errc() || !std::isfinite(number)) {
    throw UsageError("{}: '{}' is not a number", what, text);
  }
  return {number, Trim(trimmed.substr(static_cast<std::size_t>(end - trimmed.data())))};
}

template <std::size_t n>
double ParseWithUnit(std::string_view text, std::string_view what, const std::array<Unit, n>& units,
                     std::string_view example) {
  const auto [number, unit_name] = SplitNumber(text, what);
  if (number < 0) throw UsageError("{}: '{}' is negative", what, text);
  if (unit_name.empty()) return number;
  for (const Unit& unit : units) {
    if (unit.name == unit_name) return number * unit.factor;
  }
  throw UsageError("{}: '{}' has the unknown unit '{}'; write for example {}", what, text, unit_name, example);
}

std::string ThreeDigits(double value, std::string_view unit) {
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f} {}", value, decimals, unit);
}

}  // namespace

std::string FormatMicroseconds(double seconds) { return fmt::format("{:.3f}", seconds * 1e6); }

std::string FormatSeconds(double seconds) {
  if (std::isnan(seconds)) return "-";
  const double magnitude = std::fabs(seconds);
  const std::string sign = seconds < 0 ? "-" : "";
  if (magnitude == 0) return "0 s";
  if (magnitude < 0.9995e-6) return sign + ThreeDigits(magnitude * 1e9, "ns");
  if (magnitude < 0.9995e-3) return sign + ThreeDigits(magnitude * 1e6, "us");
  if (magnitude < 0.9995) return sign + ThreeDigits(magnitude * 1e3, "ms");
  return sign + ThreeDigits(magnitude, "s");
}

std::string FormatBytes(std::int64_t bytes) {
  static constexpr std::array<std::string_view, 5> kNames = {"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (unit + 1 < kNames.size() && bytes != 0 && bytes % 1024 == 0) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{} {}", bytes, kNames[unit]);
}

std::string FormatRoom(std::int64_t bytes) {
  constexpr std::int64_t kKiB = 1024;
  constexpr std::int64_t kMiB = kKiB * kKiB;
  const std::int64_t unit = bytes < kMiB ? kKiB : kMiB;
  return FormatBytes((bytes + unit - 1) / unit * unit);
}

std::string FormatChange(double ratio) {
  if (std::isnan(ratio)) return "-";
  if (std::isinf(ratio)) return ratio > 0 ? "+inf%" : "-";
  return fmt::format("{:+.{}f}%", (ratio - 1) * 100, ratio < 10 ? 1 : 0);
}

std::string FormatWallTime(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::llround(std::fmax(seconds, 0)));
  if (whole >= 3600) return fmt::format("{}h {:02}m", whole / 3600, whole % 3600 / 60);
  if (whole >= 60) return fmt::format("{}m {:02}s", whole / 60, whole % 60);
  return fmt::format("{} s", whole);
}

std::string UtcNow() { return fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr))); }

std::string UtcMilliseconds(std::chrono::system_clock::time_point time) {
  const auto since = std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch()).count();
  return fmt::format("{:%FT%T}.{:03}Z", fmt::gmtime(static_cast<std::time_t>(since / 1000)), since % 1000);
}

double ParseSeconds(std::string_view text, std::string_view what) {
  return ParseWithUnit(text, what, kTimeUnits, "500ms, 60s or 10min");
}

std::int64_t ParseBytes(std::string_view text, std::string_view what) {
  const double bytes = ParseWithUnit(text, what, kByteUnits, "8, 64KiB or 1MiB");
  if (bytes >= 9.2e18) throw UsageError("{}: '{}' is too large", what, text);
  if (bytes != std::floor(bytes)) throw UsageError("{}: '{}' is not a whole number of bytes", what, text);
  return static_cast<std::int64_t>(bytes);
}

double ParseShare(std::string_view text, std::string_view what) {
  static constexpr std::array<Unit, 1> kPercent = {{{"%", 0.01}}};
  const double share = ParseWithUnit(text, what, kPercent, "5% or 0.05");
  // A user who writes 5 means 5%, and would never learn that 500% was taken.
  if (share >= 1 && text.find('%') == std::string_view::npos) {
    throw UsageError("{}: '{}' without a unit would be {:g}%; did you mean {}%?", what, text, share * 100, text);
  }
  return share;
}

std::optional<double> ParseRatio(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (error != std::errc() || (unit != "%" && unit != "x")) return std::nullopt;
  return unit == "%" ? 1 + number / 100 : number;
}

}  // namespace mpigauge
