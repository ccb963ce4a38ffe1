#include "ci/slurm/job.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "ci/launch/turns_taken.h"
#include "record/checked_values.h"

namespace mpigauge {
namespace {

// Increase when a key of job.json or its meaning changes.
constexpr int kJobSchemaVersion = 3;

Json ToJson(const SlurmArm& arm) {
  return {{"run_id", arm.run_id},
          {"library", arm.library},
          {"started_at", arm.started_at},
          {"plan", ToJson(arm.plan)},
          {"done", arm.done}};
}

SlurmArm ArmFromJson(const Json& json) {
  const std::vector<int> done = SmallCountsAt(json, "done");
  return {IdAt(json, "run_id"),
          json.at("library"),
          json.at("started_at"),
          PlanFromJson(json.at("plan"), "plan"),
          {done.begin(), done.end()}};
}

constexpr int kMostBlocks = 1'000'000;  // of a task

// Checks numbers by which others are divided, and fields that are used everywhere.
void CheckJob(const SlurmJob& job) {
  if (job.arms.empty()) throw UsageError("arms is an empty list");
  if (job.blocks_per_task > kMostBlocks) throw UsageError("blocks_per_task: {} is impossible", job.blocks_per_task);
}

}  // namespace

void SlurmJob::Divide(int tasks) {
  const int count = static_cast<int>(blocks.size());
  const int used = std::max(1, std::min(tasks, count));
  blocks_per_task = (count + used - 1) / used;
}

int SlurmJob::TaskCount() const { return (static_cast<int>(blocks.size()) + blocks_per_task - 1) / blocks_per_task; }

std::vector<JobLaunch> SlurmJob::LaunchesOf(int task) const {
  std::vector<JobLaunch> launches;
  const int count = static_cast<int>(blocks.size());
  for (int i = task * blocks_per_task; i < std::min((task + 1) * blocks_per_task, count); ++i) {
    for (const std::size_t arm : BlockOrder(seed, blocks[i], arms.size())) {
      if (!arms[arm].done.contains(blocks[i])) launches.push_back({static_cast<int>(arm), blocks[i]});
    }
  }
  return launches;
}

std::vector<std::vector<JobLaunch>> SlurmJob::CirclesOf(int task, int turns) const {
  const bool alone = turns < 1 || arms.size() < 2;
  std::vector<std::vector<JobLaunch>> groups;  // of a block, or of one launch
  for (const JobLaunch& launch : LaunchesOf(task)) {
    if (alone || groups.empty() || groups.back()[0].index != launch.index) groups.emplace_back();
    groups.back().push_back(launch);
  }
  if (alone) return groups;
  std::vector<std::vector<JobLaunch>> circles;
  const int blocks = static_cast<int>(groups.size());
  for (int first = 0, length = 0; first < blocks; first += length) {
    length = CircleLength(blocks - first, turns);
    std::vector<JobLaunch>& circle = circles.emplace_back();
    for (int i = first; i < first + length; ++i) circle.insert(circle.end(), groups[i].begin(), groups[i].end());
  }
  return circles;
}

int SlurmJob::LaunchCount() const {
  std::size_t count = 0;
  for (int task = 0; task < TaskCount(); ++task) count += LaunchesOf(task).size();
  return static_cast<int>(count);
}

std::string SlurmJob::Text(const JobLaunch& launch) const {
  const std::string text = fmt::format("launch {}", launch.index);
  return arms.size() == 1 ? text : fmt::format("{} of {}", text, arms.at(launch.arm).library);
}

Json ToJson(const SlurmJob& job) {
  Json json = {{"schema_version", kJobSchemaVersion},
               {"submitted_at", job.submitted_at},
               {"arms", Json::array()},
               {"blocks", job.blocks},
               {"blocks_per_task", job.blocks_per_task},
               {"turns", job.turns},
               {"seed", job.seed},
               {"only", job.only},
               {"nodes", job.nodes},
               {"launcher", job.launcher},
               {"task_program", job.task_program},
               {"fingerprints", job.fingerprints}};
  for (const SlurmArm& arm : job.arms) json["arms"].push_back(ToJson(arm));
  return json;
}

SlurmJob JobFromJson(const Json& json, std::string_view what) {
  return ReadingValues(what, [&] {
    const std::int64_t version = CountAt(json, "schema_version");
    if (version != kJobSchemaVersion) {
      throw UsageError("has schema version {}, this mpigauge reads {}", version, kJobSchemaVersion);
    }
    SlurmJob job;
    job.submitted_at = json.at("submitted_at");
    for (const Json& arm : ArrayAt(json, "arms")) job.arms.push_back(ArmFromJson(arm));
    job.blocks = SmallCountsAt(json, "blocks");
    job.blocks_per_task = SmallCountAt(json, "blocks_per_task", 1);
    job.turns = SmallCountAt(json, "turns", 1);
    job.seed = SeedAt(json, "seed");
    job.only = json.at("only").get<std::vector<std::string>>();
    job.nodes = SmallCountAt(json, "nodes", 1);
    job.launcher = json.at("launcher");
    job.task_program = json.at("task_program");
    job.fingerprints = json.at("fingerprints").get<std::map<std::string, std::string>>();
    CheckJob(job);
    return job;
  });
}

std::string Fingerprint(const std::string& path) {
  struct stat facts {};
  if (stat(path.c_str(), &facts) != 0) throw UsageError("{}: {}", path, std::strerror(errno));
  return fmt::format("{} bytes, {}.{:09} s", facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec);
}

std::map<std::string, std::string> FingerprintsOf(const SlurmJob& job) {
  std::map<std::string, std::string> fingerprints = {{job.task_program, Fingerprint(job.task_program)}};
  for (const SlurmArm& arm : job.arms) {
    fingerprints[arm.plan.bench] = Fingerprint(arm.plan.bench);
    for (const std::string& library : arm.plan.library.preload) fingerprints[library] = Fingerprint(library);
  }
  return fingerprints;
}

void RequireUnchanged(const SlurmJob& job) {
  for (const auto& [path, fingerprint] : job.fingerprints) {
    std::string now;
    try {
      now = Fingerprint(path);
    } catch (const Error& error) {
      throw NotMeasured("{}; this node does not see the file that was there when the job was submitted", error.what());
    }
    if (now == fingerprint) continue;
    throw NotMeasured("{}: changed after the job was submitted (was {}, is {}); submit again", path, fingerprint, now);
  }
}

}  // namespace mpigauge
