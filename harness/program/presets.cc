#include "harness/program/presets.h"

#include <fmt/ranges.h>

#include "base/error.h"

namespace mpigauge {
namespace {

// The default first. docs/methods/measuring.md has them as a table.
const std::vector<Preset>& Presets() {
  static const std::vector<Preset> kPresets = {
      {"default", "global starts, medians of many short visits: what verdicts rest on", "", {}},
      {"mpptest",
       "minimum of averages over many passes, sizes by bisection",
       "Gropp and Lusk 3.1-3.3 [MP1-MP6]",
       {{"synchronizer", "none"},
        {"estimator", "minimum"},
        {"passes", "30"},
        {"observations", "10"},
        {"sizes", "bisection:0:64K"}}},
      {"skampi",
       "until the standard error is below 3%, trimmed mean, sizes refined where interpolation errs",
       "Reussner and others 2.1, 3.1, 3.2 [SK3, SK7-SK11]",
       {{"synchronizer", "mpi-barrier"},
        {"pair", "farthest"},
        {"timer", "mpi_wtime"},
        {"stopping", "relative-standard-error"},
        {"epsilon", "0.03"},
        {"least-observations", "8"},
        {"observations", "1000"},
        {"visit-budget", "100ms"},
        {"estimator", "trimmed-mean"},
        {"subtract-overhead", "true"},
        {"sizes", "skampi:8:1M:max=40"}}},
      {"mpiperf",
       "stages of windows on a global clock, trimmed mean with Student's interval",
       "Kurnosov 4, 5 [KU1-KU9]",
       {{"synchronizer", "mpiperf-window"},
        {"clock-sync", "minimum-round-trip-ring"},
        {"timer", "mpi_wtime"},
        {"stopping", "mpiperf-1"},
        {"passes", "1"},
        {"observations", "1000"},
        {"visit-budget", "1s"},
        {"estimator", "trimmed-mean"},
        {"confidence", "0.95"},
        {"report", "mpiperf"},
        {"reruns", "0"}}},
      {"commtest",
       "the longest time over the processes after a barrier, mean",
       "Worley [CO5]",
       {{"synchronizer", "mpi-barrier"},
        {"stopping", "fixed"},
        {"passes", "1"},
        {"observations", "100"},
        {"visit-budget", "1s"},
        {"estimator", "mean"},
        {"report", "commtest"},
        {"reruns", "0"}}},
      {"demaine",
       "medians of means of round trips",
       "Demaine, Network Evaluator [DE1]",
       {{"synchronizer", "none"},
        {"stopping", "fixed"},
        {"passes", "11"},
        {"observations", "10"},
        {"visit-budget", "1s"},
        {"reruns", "0"}}},
      {"reprompi",
       "round-time with a fixed number of valid observations, median",
       "Hunold and Carpen-Amarie",
       {{"clock-sync", "hierarchical"},
        {"stopping", "fixed"},
        {"passes", "1"},
        {"observations", "1000"},
        {"visit-budget", "1s"},
        {"reruns", "0"}}},
      {"osu",
       "a barrier before every operation, mean of a fixed number",
       "",
       {{"synchronizer", "mpi-barrier"},
        {"timer", "mpi_wtime"},
        {"stopping", "fixed"},
        {"passes", "1"},
        {"observations", "1000"},
        {"visit-budget", "1s"},
        {"estimator", "mean"},
        {"reruns", "0"}}},
  };
  return kPresets;
}

}  // namespace

std::vector<std::string> PresetNames() {
  std::vector<std::string> names;
  for (const Preset& preset : Presets()) names.push_back(preset.name);
  return names;
}

const Preset& FindPreset(const std::string& name) {
  for (const Preset& preset : Presets()) {
    if (preset.name == name) return preset;
  }
  throw UsageError("--preset: '{}' is unknown; {}", name, fmt::join(PresetNames(), ", "));
}

}  // namespace mpigauge
