#include "ci/launch/series_of_plan.h"

#include <sstream>

#include "base/error.h"
#include "ci/launch/launchers.h"
#include "ci/launch/mpi_install.h"
#include "ci/process/process.h"

namespace mpigauge {
namespace {

constexpr double kListTimeoutSeconds = 60;

}  // namespace

std::vector<std::string> SeriesOfPlan(const LaunchPlan& plan, const Deadline& deadline) {
  LaunchPlan lists = plan;
  lists.bench_arguments.emplace_back("--benchmark_list_tests");
  lists.timeout_seconds = kListTimeoutSeconds;
  Command ask = StartHere(lists, FindMpi(plan.library.mpi));
  ask.deadline = deadline;
  const ProcessResult answer = RunProcess(ask);
  if (answer.exit_code != 0) {
    throw NotMeasured("{} does not list its series (exit code {}): {}", plan.bench, answer.exit_code,
                      answer.err.empty() ? answer.out : answer.err);
  }
  std::istringstream lines(answer.out);
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) names.push_back(line);
  }
  return names;
}

}  // namespace mpigauge
