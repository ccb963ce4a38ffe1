#include "ci/slurm/job_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <regex>

#include "ci/launch/launches.h"
#include "harness/base/error.h"
#include "harness/base/file.h"

namespace mpigauge {
namespace {

// Empty where there is no such file.
std::string FirstLine(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return "";
  const std::string text = ReadFile(file);
  return text.substr(0, text.find('\n'));
}

}  // namespace

JobFolder JobFolder::Open(const std::string& path) {
  const auto absolute = std::filesystem::absolute(path).lexically_normal();
  if (!std::filesystem::exists(absolute / "job.json")) {
    throw UsageError("{}: is no folder of a job (no job.json there); mpigauge submit names it", path);
  }
  return {absolute, JobFromJson(ReadJson(absolute / "job.json"), (absolute / "job.json").string())};
}

JobFolder JobFolder::Make(const std::string& path, const SlurmJob& job) {
  const auto absolute = std::filesystem::absolute(path).lexically_normal();
  std::error_code error;
  std::filesystem::create_directories(absolute, error);
  if (!error && access(absolute.c_str(), W_OK) != 0) error = {errno, std::system_category()};
  if (error) {
    throw UsageError("--folder {}: {}; give a folder that you may write and the compute nodes see", path,
                     error.message());
  }
  if (std::filesystem::exists(absolute / "job.json")) {
    throw UsageError("--folder {}: holds a job already; collect it with mpigauge collect, or give another folder",
                     path);
  }
  WriteFileAtomically(absolute / "job.json", JsonText(ToJson(job)), Readers::kOwner);
  return {absolute, job};
}

void JobFolder::Remove() const {
  std::error_code ignored;
  for (const auto& file : {path_ / "job.json", script()}) std::filesystem::remove(file, ignored);
  std::filesystem::remove(path_, ignored);  // only where it is empty
}

std::filesystem::path JobFolder::log(int task) const { return path_ / fmt::format("task-{}.log", task); }

std::string JobFolder::JobId() const {
  const std::string submitted = FirstLine(path_ / "job_id");
  const std::string owner = FirstLine(path_ / "owner");
  // On a federation sbatch names the cluster too: "17;east".
  return owner.empty() || submitted.substr(0, submitted.find(';')) == owner ? submitted : owner;
}

void JobFolder::SetJobId(const std::string& job_id) const { WriteFileAtomically(path_ / "job_id", job_id + "\n"); }

std::string JobFolder::Claim(const std::string& job_id) const {
  const auto owner = path_ / "owner";
  const auto own = path_ / ("owner." + job_id + "." + NewRunId());
  WriteFileAtomically(own, job_id + "\n");
  std::error_code is_there;
  std::filesystem::create_hard_link(own, owner, is_there);  // at once with its content, or not at all
  std::filesystem::remove(own);
  return FirstLine(owner);
}

std::filesystem::path JobFolder::AttemptPath(int task, int restart) const {
  return path_ / fmt::format("task-{}", task) / fmt::format("attempt-{}", restart);
}

std::vector<Attempt> JobFolder::Attempts(int task) const {
  std::vector<Attempt> attempts;
  const auto folder = path_ / fmt::format("task-{}", task);
  if (!std::filesystem::is_directory(folder)) return attempts;
  static const std::regex kName("attempt-([0-9]{1,8})");
  const int libraries = static_cast<int>(job_.arms.size());
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    std::smatch match;
    if (!std::regex_match(name, match, kName)) continue;
    attempts.push_back(ReadAttempt(entry.path(), std::stoi(match[1]), libraries));
  }
  std::sort(attempts.begin(), attempts.end(),
            [](const Attempt& one, const Attempt& other) { return one.restart < other.restart; });
  return attempts;
}

}  // namespace mpigauge
