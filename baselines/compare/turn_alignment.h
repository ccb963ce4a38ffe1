#pragma once

#include <map>
#include <string>
#include <vector>

#include "record/record.h"

namespace mpigauge {

// Takes what the machine did out of launches that took turns. In every pass all launches of a circle measured a series
// within milliseconds, so what all of them have in common in a pass is the machine's. The logarithms of the passes'
// medians are split into an effect of the pass and one of the launch by median polish (Tukey, Exploratory Data
// Analysis, 1977, chapter 11): a pass that was disturbed for one launch alone does not count. A launch's median becomes
// its effect at a level that all circles share, that of the first one; so launches of circles at different times can be
// put together, and the difference between the sides stays as it was within each circle. The local median changes by
// the same factor. A launch's minimum becomes its floor: the same of the passes' fastest observations.
//
// Left as they are: launches that are in no circle with launches of the other side, and series whose passes have no
// positive medians. Aligning a circle of one side alone would erase its difference from the others.
class TurnAlignment {
 public:
  // New launches of both sides; whole circles, with their observations. Those of earlier calls keep their medians.
  void Align(std::vector<LaunchRecord>& baseline, std::vector<LaunchRecord>& candidate);

 private:
  // Logarithms, by series.
  std::map<std::string, double> levels_;
  std::map<std::string, double> floor_levels_;
};

// The circle that a launch took turns in; empty where it was alone.
std::string CircleOf(const LaunchRecord& launch);

}  // namespace mpigauge
