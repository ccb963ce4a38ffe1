#include "ci/gate/impact_request.h"

#include "base/error.h"
#include "base/units.h"

namespace mpigauge {

ImpactSettings ImpactRequest::ToSettings() const {
  ImpactSettings settings;
  settings.traces = traces;
  settings.read = {topology, program};
  settings.costs = costs.ToOptions();
  settings.costs.resamples = static_cast<std::size_t>(resamples);
  if (fail.empty()) return settings;
  settings.fail_impact = ParseShare(fail, "--fail-impact");
  if (traces.empty()) throw UsageError("--fail-impact needs an application: give its traces with --trace FOLDER");
  return settings;
}

namespace {

void CheckLimit(const std::string& text, const std::string& what) {
  if (ParseShare(text, what) <= 0) throw UsageError("{} {}: must be above 0%", what, text);
}

}  // namespace

SettingList SettingsOf(ImpactRequest& request) {
  SettingList settings = {
      {.key = "trace",
       .value = &request.traces,
       .group = kApplicationsGroup,
       .help = "An application: the folder of its traces, or a program as text; may be given several times",
       .type = "FOLDER[=NAME]",
       .is_path = true},
      {.key = "fail",
       .value = &request.fail,
       .group = kApplicationsGroup,
       .help = "Fail where an application loses more than this",
       .type = "SHARE",
       .option = "--fail-impact",
       .check = CheckLimit},
      {.key = "topology",
       .value = &request.topology,
       .group = kApplicationsGroup,
       .help = "The network of the hosts, such as torus:4x4",
       .type = "NAME:SIZE"}};
  const SettingList costs = SettingsOf(request.costs, kApplicationsGroup);
  settings.insert(settings.end(), costs.begin(), costs.end());
  settings.push_back({.key = "resamples",
                      .value = &request.resamples,
                      .group = kApplicationsGroup,
                      .help = "Draws of the launches for the intervals",
                      .least = 20,
                      .most = 100000});
  return settings;
}

}  // namespace mpigauge
