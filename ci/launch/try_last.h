#pragma once

#include <string>
#include <vector>

#include "ci/launch/launcher.h"

namespace mpigauge {

// The series that broke launches so far: they are tried last from then on, so that the next launches get the results
// of all others. Source: SKaMPI 3.3 [SK12].
class TryLast {
 public:
  // A launch has ended.
  void Learn(const LaunchOutcome& outcome);
  // Adds to the arguments of the next launch what tells the benchmark program so; nothing where nothing broke.
  void AppendTo(std::vector<std::string>& arguments) const;

 private:
  std::vector<std::string> names_;
};

}  // namespace mpigauge
