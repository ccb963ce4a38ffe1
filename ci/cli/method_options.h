#pragma once

#include <string>

#include "baselines/compare/compare.h"

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

// How launches are tested: for looking around. A gate has no such options, since its error rates are stated for the
// rank sum with Holm's correction.
struct MethodOptions {
  std::string method = "rank-sum";
  std::string correction = "holm";
  bool adjust_for_controls = false;

  void AddTo(CLI::App& command);
  // Throws UsageError for unknown names, and where another method than the rank sum is to adjust for the controls.
  void TakeInto(CompareSettings& settings) const;
};

}  // namespace mpigauge
