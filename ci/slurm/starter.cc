#include "ci/slurm/starter.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "base/error.h"
#include "ci/launch/launchers.h"
#include "ci/process/process.h"

namespace mpigauge {
std::set<std::string> ParseMpiTypes(std::string_view text) {
  std::set<std::string> types;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("srun: ")) line.erase(0, 6);
    std::replace(line.begin(), line.end(), ',', ' ');
    const auto colon = line.find("versions available:");
    // One type on a line, or the versions of pmix on one: all other lines are sentences.
    std::istringstream words(colon == std::string::npos ? line : line.substr(colon + 19));
    std::vector<std::string> found;
    for (std::string word; words >> word;) found.push_back(word);
    if (found.size() == 1 || colon != std::string::npos) types.insert(found.begin(), found.end());
  }
  return types;
}

std::set<std::string> MpiTypesHere() {
  if (!FindProgram("srun")) return {};
  const ProcessResult result = RunProcess({{"srun", "--mpi=list"}, {}, 30});
  return ParseMpiTypes(result.out + "\n" + result.err);
}

std::string LauncherInJob(const std::string& wanted, MpiInstall::Kind kind, const std::set<std::string>& types) {
  if (wanted == "auto") {
    const std::string type = kind == MpiInstall::Kind::kOpenMpi ? "pmix" : "pmi2";
    return types.contains(type) ? "srun:" + type : "mpirun";
  }
  CheckLauncher(wanted);
  const std::string srun = "srun:";
  if (wanted.starts_with(srun) && !types.contains(wanted.substr(srun.size()))) {
    throw UsageError("--launcher {}: srun has no such MPI type; `srun --mpi=list` names: {}", wanted,
                     fmt::join(types, ", "));
  }
  return wanted;
}

}  // namespace mpigauge
