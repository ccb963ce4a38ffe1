#include "ci/slurm/sbatch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/escape.h"

namespace mpigauge {
namespace {

// Slurm replaces %j and the like in the names of log files.
std::string WithoutPatterns(std::string path) {
  for (auto at = path.find('%'); at != std::string::npos; at = path.find('%', at + 2)) path.insert(at, "%");
  return path;
}

// Makes one line of a text for a comment in the script: a line that broke off would be run.
std::string OneLine(std::string text) {
  for (char& letter : text) {
    if (letter == '\n' || letter == '\r') letter = ' ';
  }
  return text;
}

std::string ArrayOf(const SlurmJob& job, int at_once) {
  const std::string all = fmt::format("0-{}", job.TaskCount() - 1);
  return at_once > 0 ? fmt::format("{}%{}", all, at_once) : all;
}

// A comment for each library.
std::string RunsText(const SlurmJob& job) {
  std::string text;
  for (const SlurmArm& arm : job.arms) {
    text += fmt::format("{}# Run {} of {}", text.empty() ? "" : "\n", arm.run_id, OneLine(arm.library));
  }
  return text;
}

constexpr const char* kScript = R"(#!/bin/bash
{runs}
# {launches} launches; each task of this job array makes {per_task} of each library.
# Tasks run {program} ({fingerprint}).
# Submitted at {submitted_at} with:
#   {command}
# Each task starts its launches one after another and writes their records into {folder}.
# SIGUSR1 comes {announce} s before the time limit: no launch is started after it.
set -u
# exec: Slurm's signals are for the shell's process.
exec {start}
)";

}  // namespace

std::string JobName(const SlurmJob& job) { return "mpigauge-" + job.arms.front().run_id.substr(0, 8); }

std::vector<std::string> SbatchArguments(const JobFolder& folder, const SlurmRequest& request) {
  const SlurmJob& job = folder.job();
  std::vector<std::string> words = {
      "--parsable",
      "--job-name=" + JobName(job),
      "--array=" + ArrayOf(job, request.at_once),
      fmt::format("--nodes={}", job.nodes),
      fmt::format("--ntasks={}", job.ranks()),
      fmt::format("--ntasks-per-node={}", request.ntasks_per_node),
      fmt::format("--signal=B:USR1@{}", kAnnounceSeconds),
      "--requeue",  // a task goes on where its last run ended
      "--open-mode=append",
      "--output=" + WithoutPatterns(folder.path().string()) + "/task-%a.log",
  };
  if (!request.partition.empty()) words.push_back("--partition=" + request.partition);
  if (!request.account.empty()) words.push_back("--account=" + request.account);
  if (!request.constraint.empty()) words.push_back("--constraint=" + request.constraint);
  if (!request.time.empty()) words.push_back("--time=" + request.time);
  if (request.exclusive) words.emplace_back("--exclusive");
  if (!request.exclude.empty()) words.push_back(fmt::format("--exclude={}", fmt::join(request.exclude, ",")));
  words.insert(words.end(), request.more.begin(), request.more.end());
  words.push_back(folder.script().string());
  return words;
}

std::vector<std::string> SbatchCommand(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {"sbatch"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

std::string PlaceText(const SlurmJob& job, const SlurmRequest& request) {
  std::string text = fmt::format("in {} task(s) of a Slurm job", job.TaskCount());
  if (request.at_once > 0) text += fmt::format(", {} at a time", request.at_once);
  text += fmt::format(", each on {} node(s) of ", job.nodes);
  text += request.partition.empty() ? "the partition that sbatch chooses" : "partition " + request.partition;
  if (!request.constraint.empty()) text += " with constraint " + request.constraint;
  if (request.exclusive) text += ", shared with no other job";
  if (!request.exclude.empty()) text += fmt::format(", without {}", fmt::join(request.exclude, ", "));
  return text;
}

std::string JobScript(const JobFolder& folder, const std::vector<std::string>& arguments) {
  const SlurmJob& job = folder.job();
  using fmt::arg;
  return fmt::format(kScript, arg("runs", RunsText(job)), arg("launches", job.LaunchCount()),
                     arg("per_task", job.blocks_per_task), arg("program", OneLine(job.task_program)),
                     arg("fingerprint", job.fingerprints.at(job.task_program)), arg("submitted_at", job.submitted_at),
                     arg("command", OneLine(ShellText(SbatchCommand(arguments)))),
                     arg("folder", OneLine(folder.path().string())), arg("announce", kAnnounceSeconds),
                     arg("start", ShellText({job.task_program, folder.path().string()})));
}

}  // namespace mpigauge
