#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/settings.h"
#include "baselines/compare/compare.h"
#include "baselines/verdict/waivers.h"

namespace mpigauge {

// The request for a comparison of two sides, from options or a file.
struct CompareRequest {
  std::vector<std::string> tolerance;  // as Tolerance::Parse() reads it
  double alpha = 0.05;
  std::vector<std::string> allow_different;
  std::string waivers;  // a file; empty: none

  CompareSettings ToSettings() const;
  // Throws Error (usage) if a tolerance is for series of which none has such a name: a slip would go unnoticed.
  void CheckTolerances(const std::set<std::string>& series) const;
  // Returns the slowdowns that are accepted for a while. Throws Error (usage) if the file cannot be read.
  Waivers ReadWaivers() const;
};

// The error rate, for other commands.
Setting AlphaSetting(double& alpha);
// The tolerance and the error rate alone, for commands that have no waivers.
SettingList LimitSettings(CompareRequest& request);
SettingList SettingsOf(CompareRequest& request);

}  // namespace mpigauge
