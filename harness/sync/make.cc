#include "harness/sync/make.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"
#include "harness/sync/barriers.h"
#include "harness/sync/round_time.h"
#include "harness/sync/window.h"

namespace mpigauge {

std::vector<std::string> SynchronizerNames() {
  return {std::string(RoundTime::kName),      std::string(MpiperfWindow::kName),
          std::string(SkampiWindow::kName),   std::string(DisseminationBarrier::kName),
          std::string(LibraryBarrier::kName), std::string(NoSynchronizer::kName)};
}

std::unique_ptr<Synchronizer> MakeSynchronizer(const std::string& name, const Control& control,
                                               const GlobalClock& clock, MPI_Comm communicator, bool yield,
                                               const WindowSettings& window) {
  if (name == RoundTime::kName) return std::make_unique<RoundTime>(clock, yield);
  if (name == MpiperfWindow::kName) {
    return std::make_unique<MpiperfWindow>(clock, yield, window, BroadcastBound(control, clock));
  }
  if (name == SkampiWindow::kName) return std::make_unique<SkampiWindow>(clock, yield);
  if (name == DisseminationBarrier::kName) return std::make_unique<DisseminationBarrier>(control);
  if (name == LibraryBarrier::kName) return std::make_unique<LibraryBarrier>(communicator);
  if (name == NoSynchronizer::kName) return std::make_unique<NoSynchronizer>();
  throw UsageError("--synchronizer: '{}' is unknown; {}", name, fmt::join(SynchronizerNames(), ", "));
}

}  // namespace mpigauge
