#pragma once

#include <set>
#include <string>
#include <vector>

#include "baselines/compare/comparison.h"
#include "harness/record/record.h"

namespace mpigauge {

// What must be equal for two sets of launches to be comparable, and what merely differs.
struct Comparability {
  std::vector<Difference> allowed;  // of the key, and allowed by the caller
  std::vector<Difference> context;
};

// Compares the environments. Throws Error (usage) that names the field and both values where the key differs in a
// field that is not in `allowed_fields`, within one side or between the two; and for a name in `allowed_fields`
// that is no field.
Comparability CheckComparable(const std::vector<LaunchRecord>& baseline, const std::vector<LaunchRecord>& candidate,
                              const std::set<std::string>& allowed_fields);

}  // namespace mpigauge
