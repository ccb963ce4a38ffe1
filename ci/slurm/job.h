#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/json.h"
#include "ci/launch/campaign_state.h"
#include "ci/launch/plan.h"

namespace mpigauge {

// One library of a job, and the run that its launches belong to.
struct SlurmArm {
  std::string run_id;
  std::string library;     // as people call it
  std::string started_at;  // of the run, UTC
  LaunchPlan plan;
  std::set<int> done = {};  // of the job's blocks those whose launch an earlier job has made
};

using JobLaunch = BlockLaunch;

// Stands for the id of a run that no command has begun, in a job that is shown and not submitted.
inline constexpr const char* kNoRunYet = "RUN";

// Launches as a job array: one or more libraries, in blocks that hold one launch of each. Every array task is an
// allocation of its own and makes whole blocks. It lies in the job's folder, where the tasks on the compute nodes and
// the command that collects its launches read it.
struct SlurmJob {
  std::string submitted_at;  // UTC
  std::vector<SlurmArm> arms;
  std::vector<int> blocks;  // their indexes
  int blocks_per_task = 5;
  int turns = 1;  // so many launches of each library take turns in a task (LaunchInTurns); 1: one after the other
  std::uint64_t seed = 0;         // of the order of libraries within blocks
  std::vector<std::string> only;  // the series to measure; empty: all of the plans
  int nodes = 1;                  // of each task
  std::string launcher = "auto";  // as for LauncherInJob
  std::string task_program;       // mpigauge-task, which runs on the compute nodes
  // Size and time of the files that the tasks start or preload: what is rebuilt while the job waits in the
  // queue would be measured under a wrong name.
  std::map<std::string, std::string> fingerprints;

  int ranks() const { return arms.front().plan.ranks; }
  // Divides the blocks among `tasks` array tasks, or among fewer where there are fewer blocks.
  void Divide(int tasks);
  int TaskCount() const;
  // The launches of an array task, in the order in which they are made.
  std::vector<JobLaunch> LaunchesOf(int task) const;
  // The same, in groups that take turns, of at most `turns` launches of each library; 0: each launch is made by itself.
  std::vector<std::vector<JobLaunch>> CirclesOf(int task, int turns) const;
  int LaunchCount() const;  // of all tasks and libraries
  // "launch 3", and of which library where there are several (SideName).
  std::string Text(const JobLaunch& launch) const;
};

Json ToJson(const SlurmJob& job);
SlurmJob JobFromJson(const Json& json, std::string_view what);

// A text that changes when the file does. Throws Error (usage) where there is no such file.
std::string Fingerprint(const std::string& path);

// The fingerprints of all files that the tasks start or preload. Throws Error (usage).
std::map<std::string, std::string> FingerprintsOf(const SlurmJob& job);

// Throws Error (not measured) naming the first file that is no longer what it was when the job was submitted.
void RequireUnchanged(const SlurmJob& job);

}  // namespace mpigauge
