#include "ci/launch/launcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <sstream>

#include "base/error.h"
#include "base/file.h"
#include "base/units.h"
#include "base/uuid.h"
#include "ci/process/process.h"
#include "record/journal.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

// The lines that say something: mpirun frames and repeats itself.
std::string LastWords(const std::string& err) {
  std::istringstream lines(err);
  std::string ours;
  std::string others;
  int count = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.find_first_not_of("- ") == std::string::npos || line.find(", pass ") != std::string::npos) {
      if (line.find("giving up") == std::string::npos) continue;
    }
    const bool is_ours = line.starts_with("mpigauge-bench: ") || line.starts_with("libmpigauge");
    if (is_ours && ours.find(line) == std::string::npos) ours += (ours.empty() ? "" : "; ") + line;
    if (++count <= 12) others += (others.empty() ? "" : " ") + line;
  }
  return ours.empty() ? others : ours;
}

// A launch that left its whole record, and did not end well after that: its figures stand, and somebody should know.
std::string EndText(const ProcessResult& result, const LaunchRecord& record) {
  const bool faults = std::any_of(record.series.begin(), record.series.end(),
                                  [](const SeriesRecord& series) { return series.fault.has_value(); });
  if (result.interrupted || result.out_of_budget) return "";
  if (result.timed_out) return "measured, but it did not end (in MPI_Finalize?) and was killed at its time limit";
  // The program's exit code tells of faults in series, too, and those stand in its record.
  return result.exit_code == 0 || faults ? ""
                                         : fmt::format("measured, but it ended with exit code {}", result.exit_code);
}

// Says what the exit and the journal of a launch without a record tell.
void Explain(const ProcessResult& result, LaunchOutcome& outcome) {
  const std::string where = outcome.running ? " in " + outcome.running->name : "";
  const std::string words = LastWords(result.err);
  if (result.interrupted) {
    outcome.status = LaunchStatus::kInterrupted;
    outcome.text = "stopped from outside" + where;
  } else if (result.out_of_budget) {
    outcome.status = LaunchStatus::kInterrupted;
    outcome.text = "the budget ended" + where;
  } else if (result.timed_out || words.find("giving up (--watchdog") != std::string::npos) {
    outcome.status = LaunchStatus::kHung;
    outcome.text = (result.timed_out ? "the time limit of the launch is over" : "hung") + where + ": " + words;
  } else if (!outcome.record) {
    outcome.status = LaunchStatus::kFailed;
    outcome.text = fmt::format("exit code {}: {}", result.exit_code, words);
  } else {
    outcome.status = LaunchStatus::kCrashed;
    outcome.text = fmt::format("crashed{} (exit code {}): {}", where, result.exit_code, words);
  }
}

}  // namespace

std::filesystem::path RecordPath(const std::filesystem::path& folder, int index) {
  return folder / fmt::format("launch-{}.json", index);
}

void RemoveRecord(const std::filesystem::path& folder, int index) {
  const std::filesystem::path record = RecordPath(folder, index);
  std::filesystem::remove(record);
  std::filesystem::remove(record.string() + ".journal");
  RemoveUnfinished(folder);  // of a rank that was killed while it wrote
}

std::string WrongWorldSize(const LaunchRecord& record, int ranks) {
  const auto found = record.environment.key.find("ranks");
  const std::string there = found == record.environment.key.end() ? "an unknown number of" : found->second;
  if (there == std::to_string(ranks)) return "";
  return fmt::format(
      "asked for {} ranks, the program found itself in a world of {}: the launcher does not belong to "
      "the MPI that it was built against",
      ranks, there);
}

std::vector<std::string> RecordArguments(int ranks, const LaunchId& id, const std::filesystem::path& folder) {
  return {"--record",       RecordPath(folder, id.index).string(),
          "--run-id",       id.run_id,
          "--launch-index", std::to_string(id.index),
          "--expect-ranks", std::to_string(ranks)};
}

LaunchOutcome Launch(Command start, int ranks, const LaunchId& id, const std::filesystem::path& folder) {
  const std::filesystem::path path = RecordPath(folder, id.index);
  for (const std::string& word : RecordArguments(ranks, id, folder)) start.words.push_back(word);
  const auto begin = std::chrono::steady_clock::now();
  const ProcessResult result = RunProcess(start);
  LaunchOutcome outcome;
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  outcome.interrupted = result.interrupted;
  outcome.out_of_budget = result.out_of_budget;
  outcome.exit_code = result.exit_code;
  std::string damage;
  if (std::filesystem::exists(path)) {
    outcome.record = Undamaged(damage, [&] { return std::optional(ReadLaunchRecord(path)); });
    outcome.status = LaunchStatus::kComplete;
    outcome.text = outcome.record ? WrongWorldSize(*outcome.record, ranks) : damage;
    if (outcome.text.empty()) {
      outcome.text = EndText(result, *outcome.record);
      return outcome;
    }
    std::filesystem::rename(path, path.string() + ".refused");
    outcome.record.reset();
    outcome.status = LaunchStatus::kFailed;
    return outcome;
  }
  if (auto journal = Undamaged(damage, [&] { return ReadJournal(path.string() + ".journal"); })) {
    outcome.record = std::move(journal->record);
    outcome.running = std::move(journal->running);
  }
  Explain(result, outcome);
  if (!damage.empty()) outcome.text += fmt::format("; its measurements cannot be read: {}", damage);
  if (outcome.record) {
    outcome.record->status = outcome.status;
    outcome.record->status_text = outcome.text;
    outcome.record->duration_seconds = outcome.seconds;
  }
  return outcome;
}

void NoteHead(const LaunchId& id, LaunchOutcome& outcome) {
  if (outcome.record || outcome.interrupted || outcome.status == LaunchStatus::kInterrupted) return;
  LaunchRecord& head = outcome.record.emplace();
  head.launch_id = NewUuid();
  head.run_id = id.run_id;
  head.launch_index = id.index;
  head.started_at = UtcNow();
  head.duration_seconds = outcome.seconds;
  head.status = outcome.status;
  head.status_text = outcome.text;
}

void NoteFault(LaunchOutcome& outcome) {
  const bool crashed = outcome.status == LaunchStatus::kCrashed;
  if (!outcome.record || !outcome.running || (!crashed && outcome.status != LaunchStatus::kHung)) return;
  std::vector<SeriesRecord>& all = outcome.record->series;
  auto series =
      std::find_if(all.begin(), all.end(), [&](const SeriesRecord& one) { return one.name == outcome.running->name; });
  if (series == all.end()) series = all.insert(all.end(), *outcome.running);
  series->fault = Fault{crashed ? FaultKind::kCrash : FaultKind::kHang, -1, outcome.text};
  Summarize(*series);
}

LaunchOutcome Launch(const LaunchPlan& plan, const MpiInstall& install, const LaunchId& id,
                     const std::filesystem::path& folder) {
  return Launch(StartHere(plan, install), plan.ranks, id, folder);
}

}  // namespace mpigauge
