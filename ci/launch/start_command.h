#pragma once

#include "ci/launch/launchers.h"
#include "ci/launch/plan.h"
#include "ci/process/process.h"

namespace mpigauge {

// How one launch is started, without the arguments that tell launches apart. Ranks are bound to cores where each of
// them can have one of so many processors; where not, they share (and the record says so).
Command StartCommand(const Launcher& launcher, const LaunchPlan& plan, const MpiInstall& install, int processors);

// The same by the plan's launcher. Throws Error (usage) where nothing is known of that.
Command StartCommand(const LaunchPlan& plan, const MpiInstall& install, int processors);

// The same with the processors of this host.
Command StartHere(const LaunchPlan& plan, const MpiInstall& install);

}  // namespace mpigauge
