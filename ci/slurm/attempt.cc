#include "ci/slurm/attempt.h"

#include <fmt/format.h>

#include <regex>
#include <utility>

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

}  // namespace

std::string AttemptEndName(AttemptEnd end) { return TextOf(kEnds, end); }

Json ToJson(const AttemptStatus& status) {
  return {{"host", status.host},
          {"nodes", status.nodes},
          {"launcher", status.launcher},
          {"running", status.running},
          {"running_arm", status.running_arm},
          {"ended", AttemptEndName(status.ended)},
          {"text", status.text},
          {"problems", status.problems}};
}

AttemptStatus StatusFromJson(const Json& json, std::string_view what) {
  return ReadingValues(what, [&] {
    return AttemptStatus{json.at("host"),
                         json.at("nodes"),
                         json.at("launcher"),
                         SmallCountAt(json, "running", -1),
                         SmallCountAt(json, "running_arm"),
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
  if (AttemptStatus& known = attempt.status; known.running_arm >= libraries) {
    known.running = -1;
    known.problems.push_back(fmt::format("{}: running_arm: {} is impossible, the job has {} libraries", status.string(),
                                         std::exchange(known.running_arm, 0), libraries));
  }
  return attempt;
}

void WriteStatus(const std::filesystem::path& attempt, const AttemptStatus& status) {
  WriteFileAtomically(attempt / "status.json", JsonText(ToJson(status)));
}

}  // namespace mpigauge
