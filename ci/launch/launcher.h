#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ci/launch/launchers.h"
#include "ci/launch/plan.h"
#include "ci/process/process.h"
#include "record/record.h"
#include "record/waiting_use.h"

namespace mpigauge {

// The outcome of one start of the benchmark program.
struct LaunchOutcome {
  // The record: whole where the launch ended well, the passes that were finished where it did not, nothing
  // where it never began to measure.
  std::optional<LaunchRecord> record;
  LaunchStatus status = LaunchStatus::kFailed;
  std::string text;            // why it is not complete
  bool interrupted = false;    // we were told to stop while it ran; it may still have finished
  bool out_of_budget = false;  // its deadline passed while it ran; it may still have finished
  int exit_code = 0;           // of the launcher
  double seconds = 0;
  std::optional<SeriesRecord> running;  // the series that was being measured when it ended before its time
  std::optional<WaitingUse> waiting;    // of one that took turns, where it is known
};

// The run of a launch, and its number there.
struct LaunchId {
  std::string run_id;
  int index = 0;
};

// The path of a launch's record in its folder; the journal is beside it while the launch runs.
std::filesystem::path RecordPath(const std::filesystem::path& folder, int index);

// Removes the record of a launch, also one that has not ended, and its journal.
void RemoveRecord(const std::filesystem::path& folder, int index);

// The arguments that make the program write the record of this launch.
std::vector<std::string> RecordArguments(int ranks, const LaunchId& id, const std::filesystem::path& folder);

// Starts the benchmark program once by `start` (a launcher, the program and its arguments) and waits for its
// end. A record of another number of ranks than `ranks` is refused: a launcher of another MPI starts every
// rank as a world of its own. It is put aside as *.refused. A launch that has measured everything and does not end well
// (in MPI_Finalize or after it) is not complete: an application would lose its exit code, or its time.
LaunchOutcome Launch(Command start, int ranks, const LaunchId& id, const std::filesystem::path& folder);

// Starts the program of a plan once, as StartHere starts it.
LaunchOutcome Launch(const LaunchPlan& plan, const MpiInstall& install, const LaunchId& id,
                     const std::filesystem::path& folder);

// Gives a launch that left nothing the head of a record, so that it is counted; not if somebody stopped it.
void NoteHead(const LaunchId& id, LaunchOutcome& outcome);

// If the launch crashed or hung in a series, its record gets the fault "crash" or "hang" for that series. Its figures
// until then are kept. Source: SKaMPI 3.3 [SK12].
void NoteFault(LaunchOutcome& outcome);

// The reason that the record cannot be one of `ranks` ranks; empty if it is.
std::string WrongWorldSize(const LaunchRecord& record, int ranks);

}  // namespace mpigauge
