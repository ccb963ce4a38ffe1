#include "ci/slurm/job_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <regex>

#include "base/enum_text.h"
#include "base/error.h"
#include "base/file.h"
#include "base/trusted_path.h"
#include "base/uuid.h"
#include "record/checked_fields.h"

namespace mpigauge {
namespace {

constexpr EnumTexts<AttemptEnd, 5> kEnds = {{{AttemptEnd::kNone, ""},
                                             {AttemptEnd::kComplete, "complete"},
                                             {AttemptEnd::kTimeLimit, "time limit"},
                                             {AttemptEnd::kStopped, "stopped"},
                                             {AttemptEnd::kFailed, "failed"}}};

AttemptEnd AttemptEndFromName(std::string_view name) { return FromText(kEnds, name, "end of a task"); }

}  // namespace

std::string AttemptEndName(AttemptEnd end) { return TextOf(kEnds, end); }

template <>
constexpr auto kFields<JobLaunch> = Fields(Field<IntFrom<0>, &JobLaunch::arm>("library"),
                                           Field<IntFrom<0>, &JobLaunch::index>("launch"));

template <>
constexpr auto kFields<TurnsTaken> = Fields(Field<IntFrom<0>, &TurnsTaken::most>("most"),
                                            Field<&TurnsTaken::one_by_one>("one_by_one"),
                                            Field<IntFrom<0>, &TurnsTaken::undone>("undone"));

template <>
constexpr auto kFields<AttemptStatus> =
    Fields(Field<&AttemptStatus::host>("host"), Field<&AttemptStatus::nodes>("nodes"),
           Field<&AttemptStatus::launcher>("launcher"), Field<&AttemptStatus::running>("running"),
           Field<&AttemptStatus::turns>("turns"),
           Field<ByName<AttemptEndName, AttemptEndFromName>, &AttemptStatus::ended>("ended"),
           Field<&AttemptStatus::text>("text"), Field<&AttemptStatus::problems>("problems"));

Json ToJson(const AttemptStatus& status) { return FieldsToJson(status); }

AttemptStatus StatusFromJson(const Json& json, std::string_view what) {
  return ReadingValues(what, [&] { return FieldsFromJson<AttemptStatus>(json); });
}

std::filesystem::path ArmPath(const std::filesystem::path& attempt, int arm) { return attempt / std::to_string(arm); }

std::filesystem::path PartialRecordPath(const std::filesystem::path& attempt, const JobLaunch& launch) {
  return ArmPath(attempt, launch.arm) / fmt::format("launch-{}.partial.json", launch.index);
}

namespace {

// Reads the folder of an attempt. Files that are not there yet are empty.
Attempt ReadAttempt(const std::filesystem::path& path, int restart, int libraries) {
  static const std::regex kLaunch(R"(launch-([0-9]{1,8})(\.partial)?\.json)");
  Attempt attempt;
  attempt.restart = restart;
  attempt.path = path;
  for (int arm = 0; arm < libraries && std::filesystem::is_directory(ArmPath(path, arm)); ++arm) {
    for (const auto& entry : std::filesystem::directory_iterator(ArmPath(path, arm))) {
      const std::string name = entry.path().filename();
      std::smatch match;
      if (!std::regex_match(name, match, kLaunch)) continue;
      (match[2].matched ? attempt.partial : attempt.complete).insert({arm, std::stoi(match[1])});
    }
  }
  const auto status = path / "status.json";
  try {
    if (std::filesystem::exists(status)) attempt.status = StatusFromJson(ReadJson(status), status.string());
  } catch (const Error&) {
    // It is written atomically, so it is not damaged: NFS loses a file for a moment when it is replaced.
  }
  std::erase_if(attempt.status.running, [&](const JobLaunch& launch) {
    if (launch.arm < libraries) return false;
    attempt.status.problems.push_back(fmt::format("{}: running: library {} is impossible, the job has {} libraries",
                                                  status.string(), launch.arm, libraries));
    return true;
  });
  return attempt;
}

}  // namespace

std::vector<JobLaunch> CutOffLaunches(const Attempt& attempt) {
  if (attempt.status.ended != AttemptEnd::kNone) return {};
  std::vector<JobLaunch> launches = attempt.status.running;
  std::erase_if(launches, [&](const JobLaunch& launch) { return attempt.complete.contains(launch); });
  return launches;
}

void WriteStatus(const std::filesystem::path& attempt, const AttemptStatus& status) {
  WriteFileAtomically(attempt / "status.json", JsonText(ToJson(status)));
}

namespace {

// Returns an empty text if there is no such file.
std::string FirstLine(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return "";
  const std::string text = ReadFile(file);
  return text.substr(0, text.find('\n'));
}

}  // namespace

JobFolder JobFolder::Open(const std::string& path) {
  const auto absolute = std::filesystem::absolute(path).lexically_normal();
  if (!std::filesystem::exists(absolute / "job.json")) {
    throw UsageError("{} is not the folder of a job (no job.json there)", path);
  }
  return {absolute, JobFromJson(ReadJson(absolute / "job.json"), (absolute / "job.json").string())};
}

JobFolder JobFolder::Planned(const std::string& path, const SlurmJob& job) {
  return {std::filesystem::absolute(path).lexically_normal(), job};
}

JobFolder JobFolder::Make(const std::string& path, const SlurmJob& job) {
  JobFolder folder = Planned(path, job);
  std::error_code error;
  std::filesystem::create_directories(folder.path_, error);
  if (!error && access(folder.path_.c_str(), W_OK) != 0) error = {errno, std::system_category()};
  if (error) {
    throw UsageError("--folder {}: {}; give a folder that you may write and the compute nodes see", path,
                     error.message());
  }
  if (std::filesystem::exists(folder.path_ / "job.json")) {
    throw UsageError("--folder {}: holds a job already; give another folder", path);
  }
  folder.RequireTrusted();  // before anything is submitted
  WriteFileAtomically(folder.path_ / "job.json", JsonText(ToJson(job)), Readers::kOwner);
  return folder;
}

void JobFolder::RequireTrusted() const {
  mpigauge::RequireTrusted(path_, "and programs are started as job.json in it says; give a --folder of your own");
  const auto job = path_ / "job.json";
  if (std::filesystem::exists(job)) mpigauge::RequireTrusted(job, "and it names programs to start; submit again");
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
  const auto own = path_ / ("owner." + job_id + "." + NewUuid());
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
