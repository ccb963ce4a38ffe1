#pragma once

#include <string>
#include <vector>

#include "base/settings.h"
#include "ci/gate/find_impact.h"
#include "ci/impact/cost_request.h"

namespace mpigauge {

// The applications, and what they may lose, from options or a file.
struct ImpactRequest {
  std::vector<std::string> traces;  // FOLDER or FOLDER=NAME
  std::string fail;                 // a share; empty: an impact decides nothing
  std::string topology;
  CostRequest costs;
  int resamples = 200;
  ToProgramOptions program;  // which part of a trace counts

  // Throws Error (usage) where a limit has no application.
  ImpactSettings ToSettings() const;
};

SettingList SettingsOf(ImpactRequest& request);

}  // namespace mpigauge
