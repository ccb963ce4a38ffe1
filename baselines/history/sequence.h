#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "baselines/history/history.h"

namespace mpigauge {

// Returns the number of its track for each run: runs of one track follow each other. Runs of one environment key are on
// one track. A key that begins when another has ended for good continues its track, so that the move from one machine
// to the next is seen; keys that take turns are different machines, libraries or settings, and stay apart. So do runs
// in turns and runs that were measured alone (MarkTurns).
std::vector<std::uint32_t> FindTracks(const std::vector<HistoryRun>& runs);

// The differences in the environment between the run number `place` of a sequence and the runs before it.
struct EnvironmentChange {
  bool library = false;  // another library, or settings of it
  std::vector<std::string>
      machine;  // "kernel: 6.1 -> 6.5": fields of the key and the context that are not the library's
};

// Fields of the context that change by themselves from run to run (load, free nodes, errors of clocks) do not count:
// a field has changed where it had one value in the up to three runs before, and another one in the up to three from
// `place` on. `sequence` are places in `runs`; 0 < place < sequence.size().
EnvironmentChange ChangedAt(const std::vector<HistoryRun>& runs, std::span<const std::uint32_t> sequence,
                            std::size_t place);

}  // namespace mpigauge
