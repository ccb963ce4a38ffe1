#pragma once

#include <string>
#include <vector>

#include "baselines/compare/comparison.h"
#include "dashboards/report/groups.h"

namespace mpigauge {

// "allreduce got slower: 8 of 50 series fail.": the whole comparison in one sentence.
std::string VerdictSentence(const Comparison& comparison);

// One sentence on a case.
struct Finding {
  std::string kind;  // "fail", "inconclusive", "waived", "faster"
  std::string text;  // "allreduce got slower by up to 20.3% [17.1%, 23.9%] at 8 B to 1 MiB (8 of 8 sizes)."
};

// What failed, worst first; then what is open; then what is waived; then what got faster. A case that passed is not mentioned.
std::vector<Finding> Findings(const Comparison& comparison, const std::vector<SeriesGroup>& groups);

}  // namespace mpigauge
