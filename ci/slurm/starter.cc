#include "ci/slurm/starter.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "base/error.h"
#include "ci/launch/launchers.h"
#include "ci/process/process.h"

namespace mpigauge {
namespace {

const std::string kSrun = "srun:";  // and the type

}  // namespace

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

std::string MpiTypeFor(const std::string& wanted, MpiInstall::Kind kind) {
  if (wanted == "auto") return kind == MpiInstall::Kind::kOpenMpi ? "pmix" : "pmi2";
  return wanted.starts_with(kSrun) ? wanted.substr(kSrun.size()) : "";
}

std::string LauncherInJob(const std::string& wanted, MpiInstall::Kind kind, const std::set<std::string>& types) {
  const std::string type = MpiTypeFor(wanted, kind);
  if (wanted == "auto") return types.contains(type) ? kSrun + type : "mpirun";
  CheckLauncher(wanted);
  if (!type.empty() && !types.contains(type)) {
    throw UsageError("--launcher {}: srun has no such MPI type; `srun --mpi=list` names: {}", wanted,
                     fmt::join(types, ", "));
  }
  return wanted;
}

JobStart StartInJob(const SlurmJob& job, const SlurmArm& arm, const std::set<std::string>& types) {
  JobStart start{Restricted(arm.plan, job.only), FindMpi(arm.plan.library.mpi)};
  start.plan.launcher = LauncherInJob(job.launcher, start.install.kind, types);
  return start;
}

Command CommandInJob(const SlurmJob& job, const LaunchPlan& plan, const MpiInstall& install, int processors) {
  Command start = StartCommand(plan, install, processors * job.nodes);
  // The steps of launches that take turns have the same processors.
  if (job.turns > 1) start.environment["SLURM_OVERLAP"] = "1";
  return start;
}

}  // namespace mpigauge
