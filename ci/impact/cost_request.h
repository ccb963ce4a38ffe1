#pragma once

#include <string>

#include "base/settings.h"
#include "ci/impact/library_costs.h"

namespace mpigauge {

// The choice of the measured times that count as costs of messages, from options or a file.
struct CostRequest {
  std::string network = "table";
  std::string handover;  // a range of times, such as 20ns-60ns
  bool warm_caches = false;

  CostOptions ToOptions() const;
};

// The rows, below this heading of a command's help.
SettingList SettingsOf(CostRequest& request, const char* group);
Setting HandoverSetting(std::string& handover, const char* group);

}  // namespace mpigauge
