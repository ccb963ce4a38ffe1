#include "ci/launch/series_of_plan.h"

#include <filesystem>
#include <sstream>

#include "base/error.h"
#include "base/file.h"
#include "base/temporary_folder.h"
#include "ci/launch/launchers.h"
#include "ci/launch/mpi_install.h"
#include "ci/process/process.h"

namespace mpigauge {
namespace {

constexpr double kListTimeoutSeconds = 60;

}  // namespace

std::vector<std::string> SeriesOfPlan(const LaunchPlan& plan, const Deadline& deadline) {
  const TemporaryFolder folder("series");  // launchers, libraries and hooks of theirs print what they want
  const std::filesystem::path file = folder.path() / "names";
  LaunchPlan lists = plan;
  lists.bench_arguments.push_back("--list-series=" + file.string());
  lists.timeout_seconds = kListTimeoutSeconds;
  Command ask = StartHere(lists, FindMpi(plan.library.mpi));
  ask.deadline = deadline;
  const ProcessResult answer = RunProcess(ask);
  if (answer.exit_code != 0) {
    throw NotMeasured("{} does not list its series (exit code {}): {}", plan.bench, answer.exit_code,
                      answer.err.empty() ? answer.out : answer.err);
  }
  if (!std::filesystem::exists(file)) {
    throw NotMeasured("{} left no list of its series; is {} there on the host of its rank 0?", plan.bench,
                      folder.path().string());
  }
  std::istringstream lines(ReadFile(file));
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) names.push_back(line);
  }
  return names;
}

}  // namespace mpigauge
