#include "ci/slurm/job.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

// Increase when a key of job.json or its meaning changes.
constexpr int kJobSchemaVersion = 1;

}  // namespace

std::pair<int, int> SlurmJob::LaunchesOf(int task) const {
  const int first = std::min(task * launches_per_task, launches);
  return {first, std::min(first + launches_per_task, launches)};
}

Json ToJson(const SlurmJob& job) {
  return {{"schema_version", kJobSchemaVersion},
          {"run_id", job.run_id},
          {"library", job.library},
          {"submitted_at", job.submitted_at},
          {"plan", ToJson(job.plan)},
          {"launches", job.launches},
          {"launches_per_task", job.launches_per_task},
          {"nodes", job.nodes},
          {"launcher", job.launcher},
          {"mpigauge", job.mpigauge},
          {"fingerprints", job.fingerprints}};
}

SlurmJob JobFromJson(const Json& json, std::string_view what) {
  return ReadingJson(what, [&] {
    const int version = json.at("schema_version");
    if (version != kJobSchemaVersion) {
      throw UsageError("{}: has schema version {}, this mpigauge reads {}", what, version, kJobSchemaVersion);
    }
    SlurmJob job;
    job.run_id = json.at("run_id");
    job.library = json.at("library");
    job.submitted_at = json.at("submitted_at");
    job.plan = PlanFromJson(json.at("plan"), what);
    job.launches = json.at("launches");
    job.launches_per_task = json.at("launches_per_task");
    job.nodes = json.at("nodes");
    job.launcher = json.at("launcher");
    job.mpigauge = json.at("mpigauge");
    job.fingerprints = json.at("fingerprints").get<std::map<std::string, std::string>>();
    return job;
  });
}

std::string Fingerprint(const std::string& path) {
  struct stat facts {};
  if (stat(path.c_str(), &facts) != 0) throw UsageError("{}: {}", path, std::strerror(errno));
  return fmt::format("{} bytes, {}.{:09} s", facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec);
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
