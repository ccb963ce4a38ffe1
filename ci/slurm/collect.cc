#include "ci/slurm/collect.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/error.h"
#include "ci/launch/launcher.h"
#include "record/journal.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

class Collector {
 public:
  Collector(const JobFolder& folder, Store& store)
      : folder_(folder), job_(folder.job()), bad_(JudgedNodes(folder)), store_(store) {
    for (const SlurmArm& arm : job_.arms) {
      store_.runs().Add({arm.run_id, arm.library, arm.started_at, RunStatus::kRunning, ToJson(arm.plan)});
      std::set<std::int64_t>& complete = complete_.emplace_back();
      for (const LaunchRecord& launch : store_.runs().Launches(arm.run_id, LaunchDetail::kSummaries)) {
        if (launch.status == LaunchStatus::kComplete) complete.insert(launch.launch_index);
      }
    }
  }

  void Take(const TaskOutcome& task) {
    const std::vector<Attempt> attempts = folder_.Attempts(task.task);
    for (const Attempt& attempt : attempts) {
      const std::string bad = BadNodesOf(task.task, attempt.restart);
      for (const JobLaunch& launch : attempt.complete) TakeRecord(WholePath(attempt, launch), launch.arm, bad);
      for (const JobLaunch& launch : attempt.partial) TakeRecord(PartialRecordPath(attempt.path, launch), launch.arm);
      for (const std::string& problem : attempt.status.problems) Problem(task, problem);
      // Only what cannot run any more: a launch that is whole later must not be known as cut off.
      const bool last = &attempt == &attempts.back();
      if (last && !task.ended) continue;
      for (const JobLaunch& launch : CutOffLaunches(attempt))
        TakeCutOff(task, attempt, launch, last ? task.word : "requeued");
    }
  }

  Collected Finish(const std::vector<TaskOutcome>& tasks) {
    for (std::size_t arm = 0; arm < complete_.size(); ++arm) {
      collected_.complete.push_back(static_cast<int>(complete_[arm].size()));
      store_.runs().SetStatus(job_.arms[arm].run_id, StatusOf(tasks, complete_[arm].empty()));
    }
    return collected_;
  }

 private:
  static std::filesystem::path WholePath(const Attempt& attempt, const JobLaunch& launch) {
    return RecordPath(ArmPath(attempt.path, launch.arm), launch.index);
  }

  // Names the bad nodes of an attempt; empty if there are none.
  std::string BadNodesOf(int task, int restart) const {
    for (const BadAllocation& bad : bad_) {
      if (bad.task == task && bad.restart == restart) return bad.text;
    }
    return "";
  }

  void TakeRecord(const std::filesystem::path& path, int arm, const std::string& bad_nodes = "") {
    std::string wrong;
    const auto read = Undamaged(wrong, [&] { return std::optional(ReadLaunchRecord(path)); });
    if (read) wrong = Wrong(*read, arm);
    if (!wrong.empty()) {
      collected_.problems.push_back(fmt::format("{}: {}", path.string(), wrong));
      return;
    }
    LaunchRecord record = *read;
    if (!bad_nodes.empty()) {
      record.status = LaunchStatus::kBadNode;
      record.status_text = bad_nodes;
    }
    const bool whole = record.status == LaunchStatus::kComplete;
    if (whole && complete_[arm].contains(record.launch_index)) return;
    if (!store_.runs().AddLaunch(record)) return;
    ++collected_.added;
    if (whole) complete_[arm].insert(record.launch_index);
  }

  void TakeCutOff(const TaskOutcome& task, const Attempt& attempt, const JobLaunch& launch, const std::string& why) {
    std::string damage;
    const auto journal =
        Undamaged(damage, [&] { return ReadJournal(WholePath(attempt, launch).string() + ".journal"); });
    const std::string where = journal && journal->running ? " in " + journal->running->name : "";
    const std::string lost = damage.empty() ? "" : "; its measurements cannot be read: " + damage;
    const std::string text = fmt::format("cut off{} (task {}){}", where, why, lost);
    Problem(task, fmt::format("{}: {}", job_.Text(launch), text));
    if (!journal || !Wrong(journal->record, launch.arm).empty()) return;
    LaunchRecord record = journal->record;
    record.status = LaunchStatus::kInterrupted;
    record.status_text = text;
    collected_.added += store_.runs().AddLaunch(record);
  }

  void Problem(const TaskOutcome& task, const std::string& text) {
    collected_.problems.push_back(fmt::format("task {}: {}", task.task, text));
  }

  std::string Wrong(const LaunchRecord& record, int arm) const {
    if (record.run_id != job_.arms[arm].run_id) return fmt::format("belongs to run {}", record.run_id);
    const bool head = record.environment.key.empty();  // of a launch that never began to measure
    return head ? "" : WrongWorldSize(record, job_.ranks());
  }

  RunStatus StatusOf(const std::vector<TaskOutcome>& tasks, bool none_is_whole) const {
    if (!AllEnded(tasks)) return RunStatus::kRunning;
    if (none_is_whole) return RunStatus::kFailed;
    const bool all = std::all_of(tasks.begin(), tasks.end(), [](const TaskOutcome& t) { return t.Completed(); });
    return all ? RunStatus::kComplete : RunStatus::kInterrupted;
  }

  const JobFolder& folder_;
  const SlurmJob& job_;
  const std::vector<BadAllocation> bad_;
  Store& store_;
  std::vector<std::set<std::int64_t>> complete_;  // launches of each library of which a whole one is stored
  Collected collected_;
};

}  // namespace

Collected CollectJob(const JobFolder& folder, const std::vector<TaskOutcome>& tasks, Store& store) {
  Collector collector(folder, store);
  for (const TaskOutcome& task : tasks) collector.Take(task);
  return collector.Finish(tasks);
}

}  // namespace mpigauge
