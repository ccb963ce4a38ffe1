#include "ci/slurm/starter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "ci/process/process.h"
#include "harness/base/error.h"

namespace mpigauge {
namespace {

// The ranks' variables go through env, on the nodes: `srun --export=NAME=VALUE` splits values at commas, and
// a library's LD_LIBRARY_PATH or a preloaded interposer has no business in srun itself.
std::vector<std::string> SrunCommand(const std::string& type, const LaunchPlan& plan, const MpiInstall& install) {
  std::vector<std::string> words = {"srun",
                                    "--mpi=" + type,
                                    fmt::format("--ntasks={}", plan.ranks),
                                    "--cpu-bind=cores",  // a wish: without a task plugin Slurm cannot, and says so
                                    "--kill-on-bad-exit=1",
                                    "--export=ALL",
                                    "env"};
  std::map<std::string, std::string> environment = install.environment;
  for (const auto& [name, value] : plan.library.environment) environment[name] = value;
  if (!plan.library.preload.empty())
    environment["LD_PRELOAD"] = fmt::format("{}", fmt::join(plan.library.preload, ":"));
  for (const auto& [name, value] : environment) words.push_back(name + "=" + value);
  const std::vector<std::string> program = ProgramWords(plan);
  words.insert(words.end(), program.begin(), program.end());
  return words;
}

}  // namespace

std::string Starter::Text(const MpiInstall& install) const {
  return (srun_type.empty() ? install.launcher : "srun --mpi=" + srun_type) + ", " + install.Name();
}

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

void CheckLauncher(const std::string& wanted) {
  if (wanted == "auto" || wanted == "mpirun" || wanted.starts_with("srun:")) return;
  throw UsageError("--launcher {}: write auto, mpirun or srun:TYPE", wanted);
}

Starter ChooseStarter(const std::string& wanted, MpiInstall::Kind kind, const std::set<std::string>& types) {
  CheckLauncher(wanted);
  if (wanted == "mpirun") return {};
  if (wanted == "auto") {
    const std::string type = kind == MpiInstall::Kind::kOpenMpi ? "pmix" : "pmi2";
    return {types.contains(type) ? type : ""};
  }
  const std::string type = wanted.substr(5);
  if (!types.contains(type)) {
    throw UsageError("--launcher {}: srun has no such MPI type; `srun --mpi=list` names: {}", wanted,
                     fmt::join(types, ", "));
  }
  return {type};
}

std::vector<std::string> StartCommand(const Starter& starter, const LaunchPlan& plan, const MpiInstall& install,
                                      int nodes) {
  if (starter.srun_type.empty()) return LaunchCommand(plan, install, ProcessorsHere() * nodes);
  return SrunCommand(starter.srun_type, plan, install);
}

}  // namespace mpigauge
