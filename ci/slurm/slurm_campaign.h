#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "baselines/store/store.h"
#include "ci/launch/campaign_state.h"
#include "ci/launch/launches.h"
#include "ci/launch/turns_taken.h"
#include "ci/slurm/job_folder.h"
#include "ci/slurm/outcome.h"
#include "ci/slurm/sbatch.h"
#include "ci/slurm/slurm.h"
#include "ci/slurm/wait.h"

namespace mpigauge {

// How launches are made in Slurm jobs.
struct SlurmCampaignOptions {
  std::shared_ptr<Slurm> slurm;
  SlurmRequest request;
  int nodes = 1;                  // of each allocation
  int tasks = 2;                  // allocations that share the blocks of a job
  std::string launcher = "auto";  // as in SlurmJob
  std::string task_program;       // mpigauge-task, which runs on the compute nodes
  // Shared with the compute nodes. With the same plans a campaign that was killed goes on there. One at a time.
  std::filesystem::path folder;
  std::uint64_t seed = 0;  // of the order of libraries within blocks; 0: drawn
  int turns = 1;           // as in CampaignOptions, within a task
  Pause pause;
  bool detach = false;  // wait for no job: Launch throws JobGoesOn where one has not ended
  // For people: what waits for jobs that were left alone, what submits again what somebody cancelled, and what gives
  // tasks more time.
  std::string go_on = "the same command";
  std::string submit_again = "the same command";
  std::string more_time = "the same command with a longer --time";
  std::ostream* progress = nullptr;  // nullptr: silent
  bool terminal = false;             // `progress` is one
};

// A job has not ended, and nobody is to wait for it. The text says how to go on.
class JobGoesOn : public Error {
 public:
  using Error::Error;
};

// A job ended so that a person has to say how to go on: somebody cancelled it, or its time limit is too short for a
// single launch. Nothing is submitted again. The text says what to do.
class JobNeedsPerson : public Error {
 public:
  using Error::Error;
};

// The first job that a campaign in the part `what` of the options' folder would submit for this many launches of each
// library. Nothing is made: its runs are called kNoRunYet.
JobFolder FirstJob(const std::vector<LaunchPlan>& plans, const SlurmCampaignOptions& options, const std::string& what,
                   int launches);

// Launches in Slurm jobs. Each call of Launch is one job array, whose tasks are allocations that make whole blocks: one
// launch of each library, in random order. Launches of a task take turns where `turns` is more than one. Launches that
// a task could not make (timed out, node failure, preempted) are submitted again, twice at most; in smaller tasks, if
// the time limit was too short. Those that somebody cancelled are submitted again by the next campaign of the folder
// alone. Killed at any moment, the next one with the same folder finds its job again and submits nothing twice. After
// each job nodes that were slow are named (JudgeNodes); their launches do not count and are made again elsewhere.
class SlurmCampaign : public Launches {
 public:
  // Stores the runs. Throws Error (usage) where the folder was begun with other plans.
  SlurmCampaign(const std::vector<LaunchPlan>& plans, const SlurmCampaignOptions& options, Store& store);

  // Only the submission observes `deadline`: jobs that wait in the queue are waited for. Throws Error (not measured)
  // where Slurm does not answer, Error (usage) with sbatch's words where it refuses the job, JobGoesOn and
  // JobNeedsPerson (not measured).
  void Launch(int launches, const std::vector<std::string>& only = {},
              const Deadline& deadline = std::nullopt) override;
  void End() override;
  bool stopped() const override { return stopped_ || out_of_time_; }
  bool out_of_time() const override { return out_of_time_; }
  int launched() const override { return launched_; }
  std::vector<CampaignRun> Runs() const override;
  std::vector<std::string> Notes() const override;

 private:
  struct Arm {
    CampaignRun run;
    std::string started_at;
    LaunchPlan plan;
    std::set<int> done;  // launches that had their turn, whatever became of them
  };
  enum class RoundEnd {
    kDone,      // all that its tasks could make is in the store
    kUseless,   // another round makes no sense
    kGoneInto,  // an earlier command has ended with JobNeedsPerson, and a person wants to go on
  };
  void Note(const std::string& text);
  SlurmJob MakeJob(int blocks, const std::vector<std::string>& only) const;
  JobFolder Submit(const std::filesystem::path& path, const SlurmJob& job);
  // The job of a round: one that was begun before we were killed, or a new one; nothing where no launch is missing.
  std::unique_ptr<JobFolder> OpenRound(int round, int blocks, const std::vector<std::string>& only);
  // Waits for it and takes its launches into the store.
  RoundEnd FinishRound(const JobFolder& folder);
  // Waits until its tasks have ended. Nothing where somebody stops the waiting.
  std::optional<std::vector<TaskOutcome>> Wait(const JobFolder& folder);
  // Makes tasks smaller that had too little time. Returns why a person has to say how to go on; empty: nobody has to.
  std::string WhyPerson(const JobFolder& folder, const std::vector<TaskOutcome>& tasks);
  // Says of nodes that were slow, and does without them from now on.
  void JudgeRound(const JobFolder& folder);
  void Learn(const JobFolder& folder, const std::vector<TaskOutcome>& tasks);
  std::string LaterText(const JobFolder& folder) const;
  void Interrupt(const JobFolder& folder);
  void CountLaunches(int blocks);

  SlurmCampaignOptions options_;
  Store& store_;
  std::ostream silent_{nullptr};
  std::ostream& progress_;
  std::vector<Arm> arms_;
  std::vector<JobFolder> jobs_;  // that have ended
  std::vector<std::string> notes_;
  TurnsTaken turns_taken_;
  int most_blocks_ = 0;           // of a task, as its time limit allows; 0: not known
  std::size_t own_excludes_ = 0;  // of the nodes that the request excludes, those that were found bad
  std::uint64_t seed_ = 0;
  int launched_ = 0;
  std::chrono::steady_clock::duration job_time_{};
  bool stopped_ = false;
  bool out_of_time_ = false;
};

// Campaigns in Slurm jobs for a gate; each has its part of the folder.
MakeLaunches InSlurm(const SlurmCampaignOptions& options, Store& store);

}  // namespace mpigauge
