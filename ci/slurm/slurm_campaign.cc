#include "ci/slurm/slurm_campaign.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/units.h"
#include "ci/launch/keep_models.h"
#include "ci/slurm/collect.h"
#include "ci/slurm/submit.h"
#include "ci/slurm/time_limit.h"

namespace mpigauge {
namespace {

// Jobs that make what is missing of a job.
constexpr int kMostFollowUps = 2;

// A launch that was interrupted, or had a bad node, is made again.
bool HadItsTurn(LaunchStatus status) {
  return status != LaunchStatus::kInterrupted && status != LaunchStatus::kBadNode;
}

bool IsUnfinished(const TaskOutcome& task) { return !task.Completed(); }

// Where all failed and none has measured anything, the next ones would do the same.
bool NoneCanBegin(const std::vector<TaskOutcome>& tasks) {
  return std::all_of(tasks.begin(), tasks.end(),
                     [](const TaskOutcome& task) { return task.Failed() && task.done == 0; });
}

bool WasCancelled(const TaskOutcome& task) { return task.Cancelled() && task.done < task.wanted; }

bool HasBadNodes(const JobFolder& folder, int task) {
  const auto bad = JudgedNodes(folder);
  return std::any_of(bad.begin(), bad.end(), [task](const BadAllocation& one) { return one.task == task; });
}

std::string InJob(const JobFolder& folder, const std::string& text) {
  return fmt::format("job {}, {}", folder.JobId(), text);
}

// The folder of the job that makes what comes after the first `launched` launches, or its follow-up.
std::filesystem::path JobPath(const std::filesystem::path& campaign, int launched, int round) {
  return campaign / fmt::format("job-{}{}", launched, round == 0 ? "" : fmt::format("-{}", round));
}

// A job of these blocks of launches, as the options say; of all series, in the order of the seed 0.
SlurmJob JobOf(const SlurmCampaignOptions& options, std::vector<SlurmArm> arms, std::vector<int> blocks) {
  SlurmJob job;
  job.submitted_at = UtcNow();
  job.arms = std::move(arms);
  job.blocks = std::move(blocks);
  job.Divide(options.tasks);
  job.turns = options.turns;
  job.nodes = options.nodes;
  job.launcher = options.launcher;
  job.task_program = options.task_program;
  job.fingerprints = FingerprintsOf(job);
  return job;
}

}  // namespace

JobFolder FirstJob(const std::vector<LaunchPlan>& plans, const SlurmCampaignOptions& options, const std::string& what,
                   int launches) {
  std::vector<SlurmArm> arms;
  for (const LaunchPlan& plan : plans) arms.push_back({kNoRunYet, plan.library.label, UtcNow(), plan});
  std::vector<int> blocks(static_cast<std::size_t>(launches));
  std::iota(blocks.begin(), blocks.end(), 0);
  const SlurmJob job = JobOf(options, std::move(arms), std::move(blocks));
  return JobFolder::Planned(JobPath(options.folder / what, 0, 0).string(), job);
}

SlurmCampaign::SlurmCampaign(const std::vector<LaunchPlan>& plans, const SlurmCampaignOptions& options, Store& store)
    : options_(options), store_(store), progress_(options.progress != nullptr ? *options.progress : silent_) {
  options_.folder = std::filesystem::absolute(options_.folder).lexically_normal();
  const CampaignState state = OpenCampaignState(options_.folder, FreshCampaignState(plans, options.seed));
  RequireTrustedState(options_.folder);
  seed_ = state.seed;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    Arm& arm = arms_.emplace_back();
    arm.plan = plans[i];
    arm.run.library = LibraryName(arm.plan.library, progress_);
    arm.plan.library.label = arm.run.library;
    arm.run.run_id = state.run_ids[i];
    arm.started_at = state.started_at[i];
    store.runs().Add({arm.run.run_id, arm.run.library, arm.started_at, RunStatus::kRunning, ToJson(arm.plan)});
  }
}

// Makes a job of the launches that the next blocks lack.
SlurmJob SlurmCampaign::MakeJob(int blocks, const std::vector<std::string>& only) const {
  std::vector<SlurmArm> arms;
  for (const Arm& arm : arms_) arms.push_back({arm.run.run_id, arm.run.library, arm.started_at, arm.plan});
  std::vector<int> missing;
  for (int block = launched_; block < launched_ + blocks; ++block) {
    if (std::all_of(arms_.begin(), arms_.end(), [block](const Arm& arm) { return arm.done.contains(block); })) continue;
    missing.push_back(block);
    for (std::size_t i = 0; i < arms_.size(); ++i) {
      if (arms_[i].done.contains(block)) arms[i].done.insert(block);
    }
  }
  SlurmJob job = JobOf(options_, std::move(arms), std::move(missing));
  if (most_blocks_ > 0) job.blocks_per_task = std::min(job.blocks_per_task, most_blocks_);
  job.seed = seed_;
  job.only = only;
  return job;
}

std::unique_ptr<JobFolder> SlurmCampaign::OpenRound(int round, int blocks, const std::vector<std::string>& only) {
  const std::filesystem::path path = JobPath(options_.folder, launched_, round);
  if (std::filesystem::exists(path / "job.json")) {
    JobFolder begun = JobFolder::Open(path);
    if (!begun.JobId().empty() || FindSubmitted(*options_.slurm, begun)) {
      progress_ << fmt::format("job {} is still there, folder {}\n", begun.JobId(), path.string()) << std::flush;
      return std::make_unique<JobFolder>(begun);
    }
    begun.Remove();  // we were killed before Slurm had it
  }
  const SlurmJob job = MakeJob(blocks, only);
  if (job.blocks.empty()) return nullptr;
  if (round > 0) progress_ << fmt::format("{} launch(es) are missing and are submitted again\n", job.LaunchCount());
  options_.slurm->RequireAnswer();
  const JobFolder folder = Submit(path, job);
  progress_ << fmt::format("job {}: {} launches in {} task(s), folder {}\n", folder.JobId(), job.LaunchCount(),
                           job.TaskCount(), path.string())
            << std::flush;
  return std::make_unique<JobFolder>(folder);
}

// Submits the job without the nodes that were found bad, if the cluster can do without them.
JobFolder SlurmCampaign::Submit(const std::filesystem::path& path, const SlurmJob& job) {
  JobFolder folder = JobFolder::Make(path, job);
  try {
    SubmitJob(*options_.slurm, folder, options_.request);
    return folder;
  } catch (const Error& error) {
    if (error.code() != ExitCode::kUsage || own_excludes_ == 0) throw;
    Note(fmt::format("cannot do without {}: {}", fmt::join(options_.request.exclude, ", "), error.what()));
  }
  options_.request.exclude.resize(options_.request.exclude.size() - own_excludes_);
  own_excludes_ = 0;
  JobFolder again = JobFolder::Make(path, job);
  SubmitJob(*options_.slurm, again, options_.request);
  return again;
}

void SlurmCampaign::JudgeRound(const JobFolder& folder) {
  std::set<std::string> said;
  std::vector<std::string>& exclude = options_.request.exclude;
  for (const BadAllocation& bad : JudgeNodes(folder, jobs_)) {
    if (said.insert(bad.text).second) Note(InJob(folder, bad.text));
    for (const std::string& node : bad.exclude) {
      if (std::find(exclude.begin(), exclude.end(), node) != exclude.end()) continue;
      exclude.push_back(node);
      ++own_excludes_;
    }
  }
  jobs_.push_back(folder);
}

void SlurmCampaign::Note(const std::string& text) {
  notes_.push_back(text);
  progress_ << text << "\n";
}

// Says what a person can do about a job that is left alone.
std::string SlurmCampaign::LaterText(const JobFolder& folder) const {
  return fmt::format("\n  wait for it: {}\n  cancel it:   scancel {}", options_.go_on, folder.JobId());
}

void SlurmCampaign::Interrupt(const JobFolder& folder) {
  stopped_ = true;
  for (Arm& arm : arms_) arm.run.interrupted = true;
  progress_ << fmt::format("stopped waiting; job {} continues{}\n", folder.JobId(), LaterText(folder)) << std::flush;
}

// Learns from the tasks of a job which launches had their turn, and what notes to make.
void SlurmCampaign::Learn(const JobFolder& folder, const std::vector<TaskOutcome>& tasks) {
  for (const TaskOutcome& task : tasks) {
    for (const Attempt& attempt : folder.Attempts(task.task)) {
      turns_taken_.most = std::max(turns_taken_.most, attempt.status.turns.most);
      turns_taken_.undone += attempt.status.turns.undone;
      if (turns_taken_.one_by_one.empty()) turns_taken_.one_by_one = attempt.status.turns.one_by_one;
    }
    if (IsUnfinished(task)) {
      notes_.push_back(InJob(folder, TaskText(task)));
      arms_[0].run.problems.push_back(notes_.back());
      continue;
    }
    if (HasBadNodes(folder, task.task)) continue;
    for (const JobLaunch& launch : folder.job().LaunchesOf(task.task)) arms_[launch.arm].done.insert(launch.index);
  }
  for (Arm& arm : arms_) {
    for (const LaunchRecord& launch : store_.runs().Launches(arm.run.run_id, LaunchDetail::kHeads)) {
      if (HadItsTurn(launch.status)) arm.done.insert(static_cast<int>(launch.launch_index));
    }
  }
}

std::optional<std::vector<TaskOutcome>> SlurmCampaign::Wait(const JobFolder& folder) {
  const Pause at_once = [](double) { return false; };
  const WaitEnd end =
      WaitForJob(*options_.slurm, folder, options_.detach ? at_once : options_.pause, progress_, options_.terminal);
  if (end.gave_up) {
    throw NotMeasured("Slurm has not answered for ten minutes; job {} may still run{}", folder.JobId(),
                      LaterText(folder));
  }
  if (end.interrupted && options_.detach) {
    throw JobGoesOn(ExitCode::kNotMeasured, fmt::format("job {} has not ended, so there is no result yet{}",
                                                        folder.JobId(), LaterText(folder)));
  }
  if (end.interrupted) {
    Interrupt(folder);
    return std::nullopt;
  }
  KeepOutcomes(folder, end.tasks);
  return end.tasks;
}

std::string SlurmCampaign::WhyPerson(const JobFolder& folder, const std::vector<TaskOutcome>& tasks) {
  if (std::any_of(tasks.begin(), tasks.end(), WasCancelled)) {
    return fmt::format(
        "stopped: job {} has ended ({}), and what somebody cancelled is not submitted again; finished launches are "
        "kept\n  go on: {}",
        folder.JobId(), InOneLine(tasks), options_.submit_again);
  }
  const auto fit = FitToLimit(folder, tasks);
  if (!fit) return "";
  if (fit->blocks == 0) {
    return fmt::format(
        "job {}: {}; set {}, and a --partition that allows it; nothing is submitted again, finished launches are "
        "kept\n  go on: {}",
        folder.JobId(), fit->Text(), fit->TimeFor(1), options_.more_time);
  }
  most_blocks_ = fit->blocks;
  if (fit->blocks < fit->blocks_per_task) Note(InJob(folder, fit->SmallerText()));
  return "";
}

SlurmCampaign::RoundEnd SlurmCampaign::FinishRound(const JobFolder& folder) {
  auto tasks = KeptOutcomes(folder);
  const bool told = tasks.has_value();  // by an earlier command
  if (!told) tasks = Wait(folder);
  if (!tasks) return RoundEnd::kUseless;
  JudgeRound(folder);
  const Collected collected = CollectJob(folder, *tasks, store_);
  for (const std::string& problem : collected.problems) {
    arms_[0].run.problems.push_back(InJob(folder, problem));
    progress_ << arms_[0].run.problems.back() << "\n";
  }
  Learn(folder, *tasks);
  const std::string why = WhyPerson(folder, *tasks);
  if (why.empty()) return NoneCanBegin(*tasks) ? RoundEnd::kUseless : RoundEnd::kDone;
  if (told) return RoundEnd::kGoneInto;
  for (const Arm& arm : arms_) store_.runs().SetStatus(arm.run.run_id, RunStatus::kInterrupted);
  throw JobNeedsPerson(ExitCode::kNotMeasured, why);
}

// Counts the launches that were asked for and are in the store.
void SlurmCampaign::CountLaunches(int blocks) {
  const int first = launched_;
  launched_ += blocks;
  for (Arm& arm : arms_) {
    int fresh = 0;
    arm.run.complete = 0;
    for (const LaunchRecord& launch : store_.runs().Launches(arm.run.run_id, LaunchDetail::kSummaries)) {
      const bool counts = launch.status == LaunchStatus::kComplete && launch.launch_index < launched_;
      arm.run.complete += counts ? 1 : 0;
      fresh += counts && launch.launch_index >= first ? 1 : 0;
    }
    stopped_ = stopped_ || fresh == 0;
    if (arm.run.complete == 0 && arm.run.problems.empty()) arm.run.problems = arms_[0].run.problems;
    const bool interrupted = arm.run.interrupted;
    store_.runs().SetStatus(arm.run.run_id, interrupted            ? RunStatus::kInterrupted
                                            : arm.run.complete > 0 ? RunStatus::kComplete
                                                                   : RunStatus::kFailed);
  }
}

void SlurmCampaign::Launch(int launches, const std::vector<std::string>& only, const Deadline& deadline) {
  if (stopped()) return;
  const auto begin = std::chrono::steady_clock::now();
  out_of_time_ = deadline && begin + job_time_ > *deadline;
  if (out_of_time_) return;
  for (int round = 0, made = 0; made <= kMostFollowUps; ++round) {
    const auto folder = OpenRound(round, launches, only);
    if (folder == nullptr) break;
    // Also after a round in which every launch failed.
    for (const Arm& arm : arms_) store_.runs().SetStatus(arm.run.run_id, RunStatus::kRunning);
    const RoundEnd end = FinishRound(*folder);
    if (end == RoundEnd::kUseless) break;
    if (end == RoundEnd::kDone) ++made;
  }
  CountLaunches(launches);
  job_time_ = std::chrono::steady_clock::now() - begin;
}

void SlurmCampaign::End() {
  for (const Arm& arm : arms_) KeepDerived(store_, arm.run.run_id);
}

std::vector<CampaignRun> SlurmCampaign::Runs() const {
  std::vector<CampaignRun> runs;
  for (const Arm& arm : arms_) runs.push_back(arm.run);
  return runs;
}

std::vector<std::string> SlurmCampaign::Notes() const {
  std::vector<std::string> notes = NotesOf(turns_taken_);
  notes.insert(notes.end(), notes_.begin(), notes_.end());
  return notes;
}

MakeLaunches InSlurm(const SlurmCampaignOptions& options, Store& store) {
  return [options, &store](const std::vector<LaunchPlan>& plans, const std::string& what) {
    SlurmCampaignOptions part = options;
    part.folder /= what;
    return std::make_unique<SlurmCampaign>(plans, part, store);
  };
}

}  // namespace mpigauge
