#pragma once

#include <string>
#include <vector>

#include "base/settings.h"
#include "ci/launch/plan.h"

namespace mpigauge {

// The request for launches, from options or a file: how many, and what each measures.
struct MeasureRequest {
  int launches = 10;  // of a run
  std::string suite;
  std::string filter;
  std::string timeout = "10min";         // of one launch
  std::string finalize_timeout = "30s";  // of its end, after the last measurement
  bool realtime = false;
  bool filter_narrows = true;          // without a suite it chooses of the default one, and not of all series
  std::vector<std::string> arguments;  // for mpigauge-bench

  // Adds the time limit and the arguments of the benchmark program to a plan.
  void TakeInto(LaunchPlan& plan) const;
};

SettingList SettingsOf(MeasureRequest& request);

}  // namespace mpigauge
