#include "ci/slurm/time_limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "base/plural.h"
#include "base/units.h"
#include "ci/launch/launcher.h"
#include "record/journal.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

// Launches on another node, or beside others, may take this much longer.
constexpr double kReserve = 1.25;

// The part of a launch that a record of what was cut off has. In the first pass nobody knows how many series are to
// come: that counts as half of it.
double ShareDone(const LaunchRecord& record) {
  const auto setting = record.settings.find("passes");
  const double passes = setting == record.settings.end() ? 0 : std::atof(setting->second.c_str());
  std::size_t visits = 0;
  std::size_t most = 0;
  for (const SeriesRecord& series : record.series) {
    visits += series.passes.size();
    most = std::max(most, series.passes.size());
  }
  if (most == 0 || passes < 1) return 0;
  const double done = most == 1 ? 0.5 : static_cast<double>(visits) / static_cast<double>(record.series.size());
  return std::min(1.0, done / passes);
}

// How many launches the last attempt of a task was worth.
double LaunchesWorth(const Attempt& attempt) {
  double worth = static_cast<double>(attempt.complete.size());
  std::string damage;
  for (const JobLaunch& launch : attempt.partial) {
    const auto path = PartialRecordPath(attempt.path, launch);
    const auto record = Undamaged(damage, [&] { return std::optional(ReadLaunchRecord(path)); });
    if (record) worth += ShareDone(*record);
  }
  for (const JobLaunch& launch : CutOffLaunches(attempt)) {
    const auto path = RecordPath(ArmPath(attempt.path, launch.arm), launch.index).string() + ".journal";
    const auto journal = Undamaged(damage, [&] { return ReadJournal(path); });
    if (journal) worth += ShareDone(journal->record);
  }
  return worth;
}

}  // namespace

std::string LimitFit::Text() const {
  const std::string what = libraries == 1 ? "a launch" : "a launch of each library";
  const std::string limit =
      limit_seconds > 0 ? "the time limit of a task is " + FormatWallTime(limit_seconds) : "a task had too little time";
  if (block_seconds == 0) return fmt::format("{} takes longer than anybody can say, and {}", what, limit);
  return fmt::format("{} takes about {}, and {}", what, FormatWallTime(block_seconds), limit);
}

std::string LimitFit::TimeFor(int count) const {
  if (block_seconds == 0) return "a longer --time";
  return fmt::format("--time {}", 1 + static_cast<int>(std::ceil(count * block_seconds * kReserve / 60)));
}

std::string LimitFit::SmallerText() const {
  const auto launches = [&](int count) { return count * static_cast<int>(libraries); };
  return fmt::format("{}: tasks have {} from now on, and with {} from the start {}", Text(),
                     Counted(launches(blocks), "launch"), TimeFor(blocks_per_task), launches(blocks_per_task));
}

std::optional<LimitFit> FitToLimit(const JobFolder& folder, const std::vector<TaskOutcome>& tasks) {
  const auto libraries = static_cast<double>(folder.job().arms.size());
  std::optional<LimitFit> fit;
  bool any_done = false;  // then a launch fits, and tasks of one block come to an end
  for (const TaskOutcome& task : tasks) {
    any_done = any_done || task.done > 0;
    const std::vector<Attempt> attempts = folder.Attempts(task.task);
    if (!task.TimedOut() || attempts.empty()) continue;
    const double blocks = LaunchesWorth(attempts.back()) / libraries;
    if (!fit) fit = LimitFit{folder.job().blocks_per_task, folder.job().blocks_per_task, folder.job().arms.size()};
    fit->blocks = std::min(fit->blocks, static_cast<int>(blocks / kReserve));
    fit->limit_seconds = std::max(fit->limit_seconds, static_cast<double>(task.limit_seconds));
    if (blocks > 0) fit->block_seconds = std::max(fit->block_seconds, task.seconds / blocks);
  }
  if (fit && any_done) fit->blocks = std::max(1, fit->blocks);
  return fit;
}

}  // namespace mpigauge
