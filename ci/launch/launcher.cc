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

// The exit code of a launcher, and the signal behind it: "134, SIGABRT".
std::string ExitText(int exit_code) {
  const char* signal = exit_code > 128 ? sigabbrev_np(exit_code - 128) : nullptr;
  return signal == nullptr ? std::to_string(exit_code) : fmt::format("{}, SIG{}", exit_code, signal);
}

// Whether a launch that left its record ended well. The program's exit code tells of faults in series, too, and those
// stand in its record.
bool EndedWell(const ProcessResult& result, const LaunchRecord& record) {
  const bool faults = std::any_of(record.series.begin(), record.series.end(),
                                  [](const SeriesRecord& series) { return series.fault.has_value(); });
  const bool by_signal = result.exit_code > 128;
  return !result.timed_out && (result.exit_code == 0 || (faults && !by_signal));
}

// How long the end of a launch that was ended took: "the time limit of the launch is over", say.
std::string OverdueText(const Command& start, const ProcessResult& result) {
  if (!result.timed_out) return "hung";
  if (!result.end_overdue) return "the time limit of the launch is over";
  return fmt::format("hung (ended after {}, --finalize-timeout)", FormatWallTime(start.end_seconds));
}

// Says what the exit and the remains of a launch that did not end well tell. `where` it was: " in MPI_Finalize".
void Explain(const Command& start, const ProcessResult& result, const std::string& where, LaunchOutcome& outcome) {
  const std::string words = LastWords(result.err);
  if (result.interrupted) {
    outcome.status = LaunchStatus::kInterrupted;
    outcome.text = "stopped from outside" + where;
  } else if (result.out_of_budget) {
    outcome.status = LaunchStatus::kInterrupted;
    outcome.text = "the budget ended" + where;
  } else if (result.timed_out || words.find("giving up (--watchdog") != std::string::npos) {
    outcome.status = LaunchStatus::kHung;
    outcome.text = OverdueText(start, result) + where + ": " + words;
  } else if (!outcome.record) {
    outcome.status = LaunchStatus::kFailed;
    outcome.text = fmt::format("exit code {}: {}", ExitText(result.exit_code), words);
  } else {
    outcome.status = LaunchStatus::kCrashed;
    outcome.text = fmt::format("crashed{} (exit code {}): {}", where, ExitText(result.exit_code), words);
  }
}

// The record is that of a launch that did not end well.
void TakeStatus(LaunchOutcome& outcome) {
  if (!outcome.record) return;
  outcome.record->status = outcome.status;
  outcome.record->status_text = outcome.text;
  outcome.record->duration_seconds = outcome.seconds;
}

// Takes the record of a program that has measured everything; it has come back from MPI_Finalize if `ended`. One that
// cannot be taken is put aside.
void TakeRecord(const std::filesystem::path& path, bool ended, int ranks, const Command& start,
                const ProcessResult& result, LaunchOutcome& outcome) {
  std::string damage;
  outcome.record = Undamaged(damage, [&] { return std::optional(ReadLaunchRecord(path)); });
  outcome.text = outcome.record ? WrongWorldSize(*outcome.record, ranks) : damage;
  if (!outcome.text.empty()) {
    std::filesystem::rename(path, path.string() + ".refused");
    outcome.record.reset();
    outcome.status = LaunchStatus::kFailed;
    return;
  }
  outcome.status = LaunchStatus::kComplete;
  if (ended && (result.interrupted || result.out_of_budget || EndedWell(result, *outcome.record))) return;
  Explain(start, result, ended ? " after MPI_Finalize had come back on rank 0" : " in MPI_Finalize", outcome);
  TakeStatus(outcome);
  std::filesystem::remove(path);  // nobody is to take it for whole
}

// Takes what a program that has not measured everything left in its journal.
void TakeJournal(const std::filesystem::path& path, const Command& start, const ProcessResult& result,
                 LaunchOutcome& outcome) {
  std::string damage;
  if (auto journal = Undamaged(damage, [&] { return ReadJournal(path); })) {
    outcome.record = std::move(journal->record);
    outcome.running = std::move(journal->running);
  }
  Explain(start, result, outcome.running ? " in " + outcome.running->name : "", outcome);
  if (!damage.empty()) outcome.text += fmt::format("; its measurements cannot be read: {}", damage);
  TakeStatus(outcome);
}

}  // namespace

std::filesystem::path RecordPath(const std::filesystem::path& folder, int index) {
  return folder / fmt::format("launch-{}.json", index);
}

void RemoveRecord(const std::filesystem::path& folder, int index) {
  const std::filesystem::path record = RecordPath(folder, index);
  std::filesystem::remove(record);
  std::filesystem::remove(UnendedRecordPath(record));
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
  const std::filesystem::path unended = UnendedRecordPath(path);
  for (const std::string& word : RecordArguments(ranks, id, folder)) start.words.push_back(word);
  std::error_code unseen;
  start.is_ending = [&] { return std::filesystem::exists(unended, unseen) || std::filesystem::exists(path, unseen); };
  const auto begin = std::chrono::steady_clock::now();
  const ProcessResult result = RunProcess(start);
  LaunchOutcome outcome;
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  outcome.interrupted = result.interrupted;
  outcome.out_of_budget = result.out_of_budget;
  outcome.exit_code = result.exit_code;
  const bool ended = std::filesystem::exists(path);
  if (ended || std::filesystem::exists(unended)) {
    TakeRecord(ended ? path : unended, ended, ranks, start, result, outcome);
  } else {
    TakeJournal(path.string() + ".journal", start, result, outcome);
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
