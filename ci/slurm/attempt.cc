#include "ci/slurm/attempt.h"

#include <fmt/format.h>

#include <regex>

#include "harness/base/enum_text.h"
#include "harness/base/error.h"
#include "harness/base/file.h"
#include "harness/record/checked_values.h"

namespace mpigauge {
namespace {

constexpr EnumTexts<AttemptEnd, 5> kEnds = {{{AttemptEnd::kNone, ""},
                                             {AttemptEnd::kComplete, "complete"},
                                             {AttemptEnd::kTimeLimit, "time limit"},
                                             {AttemptEnd::kStopped, "stopped"},
                                             {AttemptEnd::kFailed, "failed"}}};

TurnsTaken TurnsFromJson(const Json& json) {
  return {SmallCountAt(json, "most"), json.at("one_by_one"), SmallCountAt(json, "undone")};
}

}  // namespace

std::string AttemptEndName(AttemptEnd end) { return TextOf(kEnds, end); }

Json ToJson(const AttemptStatus& status) {
  Json running = Json::array();
  for (const JobLaunch& launch : status.running) running.push_back({{"library", launch.arm}, {"launch", launch.index}});
  return {{"host", status.host},
          {"nodes", status.nodes},
          {"launcher", status.launcher},
          {"running", running},
          {"turns",
           {{"most", status.turns.most}, {"one_by_one", status.turns.one_by_one}, {"undone", status.turns.undone}}},
          {"ended", AttemptEndName(status.ended)},
          {"text", status.text},
          {"problems", status.problems}};
}

AttemptStatus StatusFromJson(const Json& json, std::string_view what) {
  return ReadingValues(what, [&] {
    std::vector<JobLaunch> running;
    for (const Json& launch : ArrayAt(json, "running"))
      running.push_back({SmallCountAt(launch, "library"), SmallCountAt(launch, "launch")});
    return AttemptStatus{json.at("host"),
                         json.at("nodes"),
                         json.at("launcher"),
                         running,
                         TurnsFromJson(json.at("turns")),
                         FromText(kEnds, json.at("ended").get<std::string>(), "end of a task"),
                         json.at("text"),
                         json.at("problems").get<std::vector<std::string>>()};
  });
}

std::filesystem::path ArmPath(const std::filesystem::path& attempt, int arm) { return attempt / std::to_string(arm); }

std::filesystem::path PartialRecordPath(const std::filesystem::path& attempt, const JobLaunch& launch) {
  return ArmPath(attempt, launch.arm) / fmt::format("launch-{}.partial.json", launch.index);
}

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

std::vector<JobLaunch> CutOffLaunches(const Attempt& attempt) {
  if (attempt.status.ended != AttemptEnd::kNone) return {};
  std::vector<JobLaunch> launches = attempt.status.running;
  std::erase_if(launches, [&](const JobLaunch& launch) { return attempt.complete.contains(launch); });
  return launches;
}

void WriteStatus(const std::filesystem::path& attempt, const AttemptStatus& status) {
  WriteFileAtomically(attempt / "status.json", JsonText(ToJson(status)));
}

}  // namespace mpigauge
