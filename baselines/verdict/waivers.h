#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "baselines/compare/comparison.h"

namespace mpigauge {

// A regression that is known and accepted for a while.
struct Waiver {
  std::string series;  // a pattern as in a shell, such as "allreduce/bytes:*"
  double up_to = 1;    // the ratio that is accepted: 1.15 is 15% slower; in a file "15%" and "1.15x" say the same
  std::string until;   // the last day on which it counts, "2026-12-31"
  std::string reason;
  std::string by;
  unsigned line = 0;  // where it stands in the file

  bool Matches(const std::string& series_name) const;
};

// The waivers of one file.
struct Waivers {
  std::string file;
  std::vector<Waiver> all;
};

// Reads a TOML file:
//   [[waiver]]
//   series = "allreduce/bytes:*"
//   up_to = 1.15
//   until = 2026-12-31
//   reason = "waits for the fix of the tuned collectives"
//   by = "Ada"
// All keys are needed. Throws Error (usage) that names file and line for what is unknown, missing, of a wrong type,
// for a ratio that is not above 1, and for one of 2 and more without a unit.
Waivers ReadWaivers(const std::string& path);

// Reads the text of such a file; errors name it `file`.
Waivers ParseWaivers(std::string_view text, const std::string& file);

// The day in UTC, "2026-11-21".
std::string Today();

// Applies waivers to a comparison that was decided; `today` as Today() has it.
//
// A series that failed and whose best estimate is at most a waiver's ratio passes, and so does an inconclusive one
// whose whole interval is below it: `waived` says by what. Above the ratio it still fails, and under an expired
// waiver too, and the reason says so. A waiver is about slowness: series with wrong data, errors, more work by exact
// counts or a worse tail (tails.h) are never waived. A family of series passes if
// a waiver matches all of its members and its ratio is within. The verdict of the gate follows. Notes say which
// waiver was used, and which one is expired or had no effect.
void ApplyWaivers(Comparison& comparison, const Waivers& waivers, const std::string& today);

}  // namespace mpigauge
