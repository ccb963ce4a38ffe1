#include "ci/slurm/attempt.h"

#include <fmt/format.h>

#include <regex>

#include "harness/base/error.h"
#include "harness/base/file.h"

namespace mpigauge {

Json ToJson(const AttemptStatus& status) {
  return {{"host", status.host},   {"launcher", status.launcher}, {"running", status.running},
          {"ended", status.ended}, {"text", status.text},         {"problems", status.problems}};
}

AttemptStatus StatusFromJson(const Json& json, std::string_view what) {
  return ReadingJson(what, [&] {
    return AttemptStatus{json.at("host"),  json.at("launcher"), json.at("running"),
                         json.at("ended"), json.at("text"),     json.at("problems").get<std::vector<std::string>>()};
  });
}

std::filesystem::path PartialRecordPath(const std::filesystem::path& attempt, int index) {
  return attempt / fmt::format("launch-{}.partial.json", index);
}

Attempt ReadAttempt(const std::filesystem::path& path, int restart) {
  static const std::regex kName(R"(launch-([0-9]{1,8})(\.partial)?\.json)");
  Attempt attempt;
  attempt.restart = restart;
  attempt.path = path;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    const std::string name = entry.path().filename();
    std::smatch match;
    if (!std::regex_match(name, match, kName)) continue;
    (match[2].matched ? attempt.partial : attempt.complete).insert(std::stoi(match[1]));
  }
  const auto status = path / "status.json";
  try {
    if (std::filesystem::exists(status)) attempt.status = StatusFromJson(ReadJson(status), status.string());
  } catch (const Error&) {
    // It is written atomically, so it is not damaged: NFS loses a file for a moment when it is replaced.
  }
  return attempt;
}

void WriteStatus(const std::filesystem::path& attempt, const AttemptStatus& status) {
  WriteFileAtomically(attempt / "status.json", JsonText(ToJson(status)));
}

}  // namespace mpigauge
