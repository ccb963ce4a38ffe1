#pragma once

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "record/record.h"

namespace mpigauge {

// How far a new run and stored ones met the machine in the same state, by the references beside their visits. Of one
// series. NaN: not known, because not all launches have references.
struct SameState {
  // The share of the new run's passes that have a counterpart: a pass of a stored run whose references are all alike.
  double comparable = std::numeric_limits<double>::quiet_NaN();
  // The share of the variation between launches of one run that the references explain, see GroupedFit.
  double explained = std::numeric_limits<double>::quiet_NaN();
  bool taken_out = false;  // what the references explain
  // The reference that differs most between the new run and the stored ones ("network"), and how many times as long it
  // takes in the new run (medians over passes). Empty where nothing is known.
  std::string most_changed = {};
  double times = 1;

  bool known() const { return !std::isnan(comparable); }
  // True if so few passes have a counterpart that the runs' difference may be the machine's.
  bool IsAnother() const { return comparable < kLeastComparable; }

  static constexpr double kLeastComparable = 0.5;
};

// Brings the launches of stored runs and of a new one to one state of the machine, by series: from the logarithm of a
// launch's median it takes off what the logarithms of its references explain (their medians over its passes), by one
// regression over the launches of all runs (FitWithinGroups). Each run has a level of its own there, and nothing says
// which run is the new one. So runs can be exchanged afterwards where they could be before, and a run that is slower by
// some factor remains slower by just that. Where the references explain less than a quarter, medians stay as they are:
// the deviation would fall by less than a seventh. Passes need no observations.
std::map<std::string, SameState> BringToOneState(std::vector<LaunchRecord>& stored, std::vector<LaunchRecord>& fresh);

}  // namespace mpigauge
