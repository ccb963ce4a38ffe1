#pragma once

#include <string>
#include <vector>

#include "simulator/impact/impact.h"

namespace mpigauge {

// "solver: +1.3% [0.9, 1.7], of which allreduce 64 KiB 1.1": the whole answer in one line. Without an interval:
// "solver: +1.3% [one launch: no interval]".
std::string ImpactSentence(const ApplicationImpact& impact);

// A line for each application, its parts as a table, and below what is not modelled.
std::string ImpactText(const ImpactSection& section, bool colors);

// What the applications' notes say, each note once.
std::vector<std::string> ImpactNotes(const ImpactSection& section);

// What one percent costs; the first lines of each application, or all.
std::string SensitivityText(const std::vector<Sensitivity>& list, bool all, bool colors);

// "FAIL: solver takes 3.1% longer than before, which is more than 2%"; empty where nothing was asked for.
std::string ImpactHeadline(const ImpactSection& section);

}  // namespace mpigauge
