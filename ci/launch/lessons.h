#pragma once

#include <string>
#include <vector>

#include "ci/launch/launcher.h"

namespace mpigauge {

// Whether more launches of a library make no sense: three in a row never began to measure, or one ended at once because
// it did not take its arguments (a filter that matches nothing, say), which the next ones would not take either.
class GiveUp {
 public:
  // A launch has ended.
  void Learn(const LaunchOutcome& outcome);
  bool Hopeless() const { return refused_ || never_began_ >= kMostInARow; }

 private:
  static constexpr int kMostInARow = 3;

  int never_began_ = 0;
  bool refused_ = false;
};

// The series that broke launches so far: they are tried last from then on, so that the next launches get the results
// of all others. Source: SKaMPI 3.3 [SK12].
class TryLast {
 public:
  // A launch has ended.
  void Learn(const LaunchOutcome& outcome);
  // Adds the arguments that make the next launch measure these series last; adds nothing if no series broke a launch.
  void AppendTo(std::vector<std::string>& arguments) const;

 private:
  std::vector<std::string> names_;
};

}  // namespace mpigauge
