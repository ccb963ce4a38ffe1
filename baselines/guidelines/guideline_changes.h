#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "baselines/guidelines/guidelines.h"

namespace mpigauge {

// A claim that is broken in one of two runs and not in the other.
struct GuidelineChange {
  GuidelineCheck before;
  GuidelineCheck after;
  double p_adjusted = 1;  // rank sum of left over right in each launch, two-sided, Holm over all claims of both runs
  bool proven = false;    // else the two runs need not differ: the factor is near the limit

  bool Came() const { return after.broken; }
};

// The claims that are broken in one of two runs alone, among all that both have.
struct GuidelineChanges {
  GuidelineReport before;
  GuidelineReport after;
  std::vector<GuidelineChange> changes;  // proven ones first, then those that came, then the largest
  std::size_t compared = 0;              // claims that both runs have
  std::size_t stayed = 0;                // broken in both
  std::vector<std::string> notes;

  std::size_t Came() const;  // proven ones
  std::size_t Went() const;  // proven ones
};

// Finds which broken guidelines came or went between two runs. CompareSettings' alpha is the chance that any of those
// that are proven is false. Throws Error (usage) as CheckGuidelines does.
GuidelineChanges CompareGuidelines(const Side& before, const Side& after, const CompareSettings& settings);

// The changes as a table and a line that sums up; with `all`, those that are not proven, too.
std::string GuidelineChangesText(const GuidelineChanges& changes, bool colors, bool all);

Json ToJson(const GuidelineChanges& changes);

}  // namespace mpigauge
