#include "dashboards/data/previous_runs.h"

#include <utility>

#include "harness/base/json.h"

namespace mpigauge {
namespace {

// What of a run's plan must be the same. Imported runs have no plan.
std::string SuiteText(const Run& run) {
  if (!run.plan.is_object()) return "";
  return JsonLine(Json::array({run.plan.value("bench_arguments", Json::array()), run.plan.value("ranks", Json())}));
}

}  // namespace

std::map<std::string, std::string> PreviousRuns(const std::vector<Run>& newest_first,
                                                const std::map<std::string, LaunchCount>& launches) {
  std::map<std::string, std::string> previous;
  std::map<std::pair<std::string, std::string>, std::string> newer;  // the last run that was met, by library and suite
  for (const Run& run : newest_first) {
    const auto count = launches.find(run.run_id);
    if (count == launches.end() || count->second.complete == 0) continue;
    const auto [known, added] = newer.try_emplace({run.library, SuiteText(run)}, run.run_id);
    if (added) continue;
    previous[known->second] = run.run_id;
    known->second = run.run_id;
  }
  return previous;
}

}  // namespace mpigauge
