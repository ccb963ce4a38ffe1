#include "ci/slurm/job.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "ci/launch/campaign_state.h"
#include "ci/launch/turns_taken.h"
#include "record/checked_fields.h"

namespace mpigauge {
namespace {

// Increase when a key of job.json or its meaning changes.
constexpr int kJobSchemaVersion = 3;

std::set<int> BlocksAt(const Json& json, const char* key) {
  const std::vector<int> blocks = SmallCountsAt(json, key);
  return {blocks.begin(), blocks.end()};
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
  std::string text = fmt::format("launch {}", launch.index);
  if (arms.size() == 1) return text;
  std::vector<std::string> labels;
  for (const SlurmArm& arm : arms) labels.push_back(arm.library);
  return fmt::format("{} of {}", text, SideName(labels, launch.arm));
}

template <>
constexpr auto kFields<SlurmArm> = Fields(Field<CheckedBy<IdAt>, &SlurmArm::run_id>("run_id"),
                                          Field<&SlurmArm::library>("library"),
                                          Field<&SlurmArm::started_at>("started_at"),
                                          Field<Nested<PlanFromJson>, &SlurmArm::plan>("plan"),
                                          Field<CheckedBy<BlocksAt>, &SlurmArm::done>("done"));

template <>
constexpr auto kFields<SlurmJob> = Fields(
    SchemaVersion<SlurmJob, kJobSchemaVersion>(), Field<&SlurmJob::submitted_at>("submitted_at"),
    Field<&SlurmJob::arms>("arms"), Field<CheckedBy<SmallCountsAt>, &SlurmJob::blocks>("blocks"),
    Field<IntFrom<1>, &SlurmJob::blocks_per_task>("blocks_per_task"), Field<IntFrom<1>, &SlurmJob::turns>("turns"),
    Field<CheckedBy<SeedAt>, &SlurmJob::seed>("seed"), Field<&SlurmJob::only>("only"),
    Field<IntFrom<1>, &SlurmJob::nodes>("nodes"), Field<&SlurmJob::launcher>("launcher"),
    Field<&SlurmJob::task_program>("task_program"), Field<&SlurmJob::fingerprints>("fingerprints"));

Json ToJson(const SlurmJob& job) { return FieldsToJson(job); }

SlurmJob JobFromJson(const Json& json, std::string_view what) {
  return ReadingValues(what, [&] {
    auto job = FieldsFromJson<SlurmJob>(json);
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
