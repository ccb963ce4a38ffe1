#pragma once

#include <optional>
#include <vector>

#include "ci/pipeline/judge.h"

namespace mpigauge {

// The steps of an update. Each may be killed at any moment and begun again; each leaves its result in the update and
// does not write its state.

// The benchmark program is there, built if the configuration says how, and what is measured is drawn up.
void BuildStep(const PipelineTools& tools, Update& update);
// Gives an update the shapes that BuildStep would give it; none if its program must be built first. Updates that are
// `planned` will have been measured by then. Builds and writes nothing. Throws Error (usage) where the program does not
// understand what the configuration asks of it.
void DrawUpShapes(const PipelineConfig& config, const StateFolder& folder, const std::vector<Update>& planned,
                  Update& update);
// All shapes are judged. The state is written after each. The library is kept if a later gate may start it: that of a
// run that begins a baseline or passed; where versions are compared with the one before, that of each.
void JudgeStep(const PipelineTools& tools, Update& update);
// The metrics of the store are pushed, where the configuration says where to.
void ExportStep(const PipelineTools& tools, Update& update);
// Report, table and records of the verdict lie in the folder for reports.
void ReportStep(const PipelineTools& tools, Update& update);
// After a pass of all shapes the runs belong to their rolling baselines. Where versions are compared with the one
// before, the baselines move on to the runs whatever the verdict.
void PromoteStep(const PipelineTools& tools, Update& update);

// The comparison of a shape's gate, from the store; nothing for the first run of a baseline.
std::optional<Comparison> GateOf(Store& store, const ShapeState& shape);

}  // namespace mpigauge
