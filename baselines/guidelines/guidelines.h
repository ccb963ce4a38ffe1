#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "baselines/compare/compare.h"
#include "baselines/guidelines/claims.h"

namespace mpigauge {

// The result for one claim.
struct GuidelineCheck {
  Claim claim;
  std::size_t launches = 0;  // that have both sides
  double left_seconds = 0;   // medians over the launches
  double right_seconds = 0;
  double factor = 1;  // left over right, Hodges-Lehmann
  double low = 0;     // its confidence interval
  double high = 0;
  double p = 1;           // exact rank-sum over launches, one-sided: the left side takes longer
  double p_adjusted = 1;  // the same, Holm over all claims
  double tolerance = 0;
  double tick_ratio = 1;                          // a factor that the timer cannot tell from 1
  bool broken = false;                            // significantly longer, and by more than the tolerance and a tick
  std::vector<double> left_over_right_logs = {};  // one for each launch
};

struct GuidelineReport {
  std::string run;
  double alpha = 0;                    // the chance of any false alarm
  std::vector<GuidelineCheck> checks;  // broken ones first, the worst at the top
  std::vector<std::string> notes;      // doubts that travel with the result
  bool decidable = true;               // false: so few launches prove nothing

  std::size_t Broken() const;
};

// Whether a run keeps the guidelines: its own times against each other, no baseline. The unit is the launch; a sum is
// made within each launch. Source: SKaMPI A [SK15], PGMPI. Throws Error (usage) where the run has no two series that a
// guideline speaks of.
GuidelineReport CheckGuidelines(const Side& run, const CompareSettings& settings);

// Broken guidelines as a table and a line that sums up; with `all`, those that hold too.
std::string GuidelinesText(const GuidelineReport& report, bool colors, bool all);

Json ToJson(const GuidelineReport& report);

}  // namespace mpigauge
