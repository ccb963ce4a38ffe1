#pragma once

#include <optional>
#include <string>
#include <vector>

#include "baselines/compare/comparison.h"
#include "baselines/named/named.h"

namespace mpigauge {

// What a run of some environment could be compared with.
struct Nearest {
  std::string name;  // of a baseline, or a run's id
  bool is_baseline = false;
  std::string library;                  // of the run, or of the baseline's
  std::vector<Difference> differences;  // of the environment; empty: comparable as it is
};

// The run with the fewest fields that differ from `key`; of several the newest. Where none differs, a baseline that
// holds such a run comes first. Never `except_run_id`. Nothing where the store has no other run with a complete launch.
std::optional<Nearest> FindNearest(Store& store, const EnvironmentKey& key, const std::string& except_run_id);

}  // namespace mpigauge
