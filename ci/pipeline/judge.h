#pragma once

#include <ostream>
#include <string>

#include "baselines/store/store.h"
#include "ci/gate/gate.h"
#include "ci/launch/launches.h"
#include "ci/library/kept_libraries.h"
#include "ci/pipeline/update.h"
#include "ci/slurm/slurm_campaign.h"

namespace mpigauge {

// The functions that a pipeline measures and judges with.
struct PipelineTools {
  const PipelineConfig& config;
  const StateFolder& folder;
  Store& store;
  std::ostream& progress;
  bool terminal = false;
  std::string mpigauge = "/proc/self/exe";  // the program that looks at libraries
  MakeLaunches make_launches = {};          // where launches are made; empty: as the configuration says
};

// The copies of libraries that the pipeline's store has.
KeptLibraries LibrariesOf(const PipelineTools& tools);

// How a shape is treated if a tolerance is for series of which no run has any: that is an error, or the shape stays
// measured and is not judged, since shapes that are still to be measured may have them.
enum class Unmatched { kRefuse, kWait };

// Measures the update at a shape, judges it against the baseline in two stages, or against the version before it side
// by side, and puts the gate into the store: once, however often this is begun and killed. Where the baseline has no
// run of this environment yet, the run becomes its first, and the verdict is "baseline"; of a run that computed wrong
// data it is "fail". Throws Error (not measured) where too little could be measured, somebody stopped it, or the
// library was changed meanwhile; Error (usage) where a tolerance matches nothing. False where the shape waits for
// others.
bool JudgeShape(const PipelineTools& tools, const Update& update, ShapeState& shape,
                Unmatched unmatched = Unmatched::kRefuse);

// Throws Error (usage) where a tolerance of the configuration is for series of which no run in the store has any.
void RequireTolerancesMatch(const PipelineTools& tools);

// The options of launches in Slurm jobs, for a configuration that asks for them; `folder` is the pipeline's.
SlurmCampaignOptions JobsFor(const PipelineConfig& config, const StateFolder& folder, const Update& update,
                             const ShapeState& shape);

// Where the launches of an update at a shape are made, as the configuration says; killed ones are resumed.
MakeLaunches LaunchesFor(const PipelineTools& tools, const Update& update, const ShapeState& shape);

}  // namespace mpigauge
