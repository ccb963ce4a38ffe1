#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "stats/proportions.h"

namespace mpigauge {

// The results of one rule over many gates, simulated or measured. Shares are with their exact intervals of 95%.
struct RuleFigures {
  std::string rule;
  Share false_series;            // of series that did not change: called slower
  Share false_gates;             // of gates in which nothing changed: any series or family called slower
  Share open_gates;              // of the same: inconclusive
  std::vector<Share> found;      // of the slowed series, for each slowdown
  std::vector<Share> passed;     // of the same: called within the tolerance (gates alone)
  std::vector<double> launches;  // total launches of a slowed series, mean, for each slowdown
  Share found_family;            // of families that moved as a whole (simulated gates alone)
  double null_launches = 0;      // total launches of a series in which nothing changed, mean
};

// A row for each rule, a column for each slowdown (0.05: 5%), and one for families where `family_slowdown` is not zero.
std::string RulesTable(const std::vector<RuleFigures>& rules, const std::vector<double>& slowdowns,
                       double family_slowdown, bool colors);

// "+5% 97.4%, +10% 100.0%": what of a slowed series passes, or the like.
std::string PerSlowdown(const std::vector<double>& slowdowns, const std::vector<std::string>& cells);

std::string Percent(double share);             // "0.42%", "97.4%"
std::string ShareText(const Share& share);     // without interval; "-" of none
std::string WithInterval(const Share& share);  // "0.4% (0.1-0.9)"

Json ToJson(const Share& share);
Json ToJson(const RuleFigures& rule, const std::vector<double>& slowdowns);

}  // namespace mpigauge
