#pragma once

#include <memory>
#include <string>

#include "harness/agree/control.h"
#include "harness/sync/names.h"
#include "harness/sync/synchronizer.h"
#include "harness/sync/window.h"

namespace mpigauge {

struct GlobalClock;

// `yield`: ranks share processors; `window`: of MPIPerf's stages. Collective. The arguments must outlive it. Throws
// Error (usage) naming the choices.
std::unique_ptr<Synchronizer> MakeSynchronizer(const std::string& name, const Control& control,
                                               const GlobalClock& clock, MPI_Comm communicator, bool yield,
                                               const WindowSettings& window = {});

}  // namespace mpigauge
