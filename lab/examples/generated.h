#pragma once

#include <cstdint>

namespace mpigauge {

// Input that every rank can make for itself: the number of an element, with its bits mixed (splitmix64, Steele, Lea and
// Flood 2014).
inline std::uint64_t Mixed(std::uint64_t number) {
  number += 0x9E3779B97F4A7C15;
  number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9;
  number = (number ^ (number >> 27)) * 0x94D049BB133111EB;
  return number ^ (number >> 31);
}

// Returns a number from 0 to below 1.
inline double Uniform(std::uint64_t number) { return static_cast<double>(Mixed(number) >> 11) * 0x1p-53; }

// The first of `count` things that belong to `part` of `parts`; the next part's first is this one's end.
inline std::int64_t FirstOfPart(std::int64_t count, int part, int parts) { return count * part / parts; }

}  // namespace mpigauge
