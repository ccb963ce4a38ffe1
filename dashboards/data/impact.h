#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/json.h"
#include "simulator/impact/impact.h"

namespace mpigauge {

// What a comparison costs applications, as a gate stores it and the page reads it:
// {"applications": [ApplicationImpact with the same key names; "verdict" and "hangs" may be there, too], "fail_impact":
// 0.02 or
//  null, "verdict": "pass", "fail", "inconclusive" or null,
//  "sensitivity": null or [{"application", "operation", "label", "cost_of_one_percent"}]}
// The last is a share of the application's time: 0.0043 where 1% slower costs 0.43%.
struct StoredImpact {
  std::vector<ApplicationImpact> applications;
  std::vector<std::string> verdicts;  // of each application; empty where it has none of its own
  std::vector<std::string> hangs;     // how each hangs with the candidate alone; empty: it does not
  std::optional<double> fail_impact;
  std::string verdict;  // empty: nothing was asked for
};

// Null gives one without applications. Where the confidence is 0 there are no intervals: their ends are NaN. Throws
// Error (usage) naming `what` and the place.
StoredImpact ImpactFromJson(const Json& json, std::string_view what);

// "solver: +1.3% [0.9, 1.7], of which allreduce 64 KiB 1.1.": in percent points, with the two parts that matter most.
std::string ImpactText(const ApplicationImpact& impact);

// For the findings of a page: {"kind", "text"} of the applications that lose most, worst first, at most three. The kind
// is "fail" where the application failed, else "impact".
Json ImpactFindings(const StoredImpact& impact);

}  // namespace mpigauge
