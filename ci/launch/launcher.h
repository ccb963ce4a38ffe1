#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ci/launch/launchers.h"
#include "ci/launch/plan.h"
#include "ci/process/process.h"
#include "record/record.h"

namespace mpigauge {

// What became of one start of the benchmark program.
struct LaunchOutcome {
  // The record: whole where the launch ended well, the passes that were finished where it did not, nothing
  // where it never began to measure.
  std::optional<LaunchRecord> record;
  LaunchStatus status = LaunchStatus::kFailed;
  std::string text;          // why it is not complete; or how a complete one ended, where that was not well
  bool interrupted = false;  // we were told to stop while it ran; it may have come to its end all the same
  int exit_code = 0;         // of the launcher
  double seconds = 0;
  std::optional<SeriesRecord> running;  // the series that was being measured when it ended before its time
};

// Which launch of which run.
struct LaunchId {
  std::string run_id;
  int index = 0;
};

// Where the record of a launch lies in its folder; the journal is beside it while the launch runs.
std::filesystem::path RecordPath(const std::filesystem::path& folder, int index);

// Removes it, and the journal.
void RemoveRecord(const std::filesystem::path& folder, int index);

// What is added to the program's arguments so that it writes the record of this launch.
std::vector<std::string> RecordArguments(int ranks, const LaunchId& id, const std::filesystem::path& folder);

// Starts the benchmark program once by `start` (a launcher, the program and its arguments) and waits for its
// end. A record of another number of ranks than `ranks` is refused: a launcher of another MPI starts every
// rank as a world of its own. It is put aside as *.refused.
LaunchOutcome Launch(Command start, int ranks, const LaunchId& id, const std::filesystem::path& folder);

// The same for a plan, as StartHere starts it.
LaunchOutcome Launch(const LaunchPlan& plan, const MpiInstall& install, const LaunchId& id,
                     const std::filesystem::path& folder);

// Of a launch that left nothing the head of a record, so that it is not forgotten; where somebody stopped it, nothing.
void NoteHead(const LaunchId& id, LaunchOutcome& outcome);

// Where the launch crashed or hung in a series, its record says so of the series: fault "crash" or "hang". What was
// known of it is kept. Source: SKaMPI 3.3 [SK12].
void NoteFault(LaunchOutcome& outcome);

// Why the record cannot be one of `ranks` ranks; empty where it is.
std::string WrongWorldSize(const LaunchRecord& record, int ranks);

}  // namespace mpigauge
