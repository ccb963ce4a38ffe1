#pragma once

#include <string>
#include <vector>

#include "ci/gate/find_impact.h"

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

// The applications, and what they may lose.
struct ImpactOptionTexts {
  std::vector<std::string> traces;
  std::string fail_impact;
  std::string topology;
  std::string network = "table";
  std::string handover;
  bool warm_caches = false;
  int resamples = 200;
  ToProgramOptions program;

  void AddTo(CLI::App& command);
  // Throws UsageError naming the option.
  ImpactSettings ToSettings() const;
  // The options that say the same, from any folder; those with default values are left out, and so are those of
  // regions.
  std::vector<std::string> Arguments() const;
};

}  // namespace mpigauge
