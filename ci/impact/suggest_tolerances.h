#pragma once

#include <string>
#include <vector>

#include "baselines/compare/impact.h"
#include "record/record.h"

namespace mpigauge {

struct ToleranceOptions {
  double impact = 0.01;  // what one series may cost an application: 0.01 is 1% of its time
  double least = 0.01;   // no tolerance is smaller: what a measurement cannot tell is not asked of it
  double most = 0.2;     // nor larger, though no application minds
};

// Returns by how much each measured series may get slower until an application loses `impact` by it: as texts that
// --tolerance and [gate] tolerance read, the default first. A class of sizes counts for the measured sizes on both
// sides of its largest one; of several applications the most sensitive one decides.
std::vector<std::string> SuggestTolerances(const std::vector<Sensitivity>& list,
                                           const std::vector<SeriesRecord>& measured,
                                           const ToleranceOptions& options = {});

// "[gate]\ntolerance = [...]": for mpigauge.toml.
std::string ToleranceToml(const std::vector<std::string>& tolerances);

}  // namespace mpigauge
