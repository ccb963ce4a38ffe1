#pragma once

#include <optional>
#include <string>
#include <vector>

#include "baselines/compare/compare.h"
#include "baselines/compare/comparison.h"
#include "baselines/named/named.h"
#include "baselines/store/store.h"

namespace mpigauge {

// How a side is treated if none of its launches finished: it is refused, or the measurements that its launches had made
// until then are taken, so that people can look at them (SKaMPI 3.3 [SK12]). The label says so then.
enum class Unfinished { kRefuse, kTake };

// One side of a comparison out of the store. Only complete launches count; the others are kept as lost. Throws Error
// (usage) where there is no complete one.

// The launches of all runs of a baseline; nothing where no baseline has this name.
std::optional<Side> BaselineSide(Store& store, const std::string& name, LaunchDetail detail);

// `reference` as RunArchive::Find has it.
Side RunSide(Store& store, const std::string& reference, LaunchDetail detail,
             Unfinished unfinished = Unfinished::kRefuse);

// The same, and a run without a complete launch is a side, too: it may be one of a library that does not work.
Side WholeRunSide(Store& store, const std::string& reference, LaunchDetail detail);

// Launches that are not complete are lost.
void SeparateLost(Side& side);

// Throws Error (usage) where no launch is complete and nothing is, or may be, taken of the others.
void RequireLaunches(Side& side, Unfinished unfinished);

// A baseline or run that a run of some environment could be compared with.
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
