#pragma once

#include "ci/launch/launches.h"
#include "ci/pipeline/judge.h"

namespace mpigauge {

// Where the launches of an update at a shape are made, as the configuration says; they go on where they were.
MakeLaunches LaunchesFor(const PipelineTools& tools, const Update& update, const ShapeState& shape);

}  // namespace mpigauge
