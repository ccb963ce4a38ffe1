#pragma once

#include <string>
#include <vector>

#include "ci/launch/plan.h"

namespace mpigauge {

// "6" or "off", which is 1. Throws Error (usage) naming `what`.
int ParseTurns(const std::string& text, const std::string& what);

// What there is to say of launches that were to take turns.
struct TurnsTaken {
  int most = 0;            // of each library, in one circle
  std::string one_by_one;  // why launches do not take turns; empty where they do
  int undone = 0;          // circles whose launches were made again by themselves
};
std::vector<std::string> NotesOf(const TurnsTaken& taken);

// How many launches of each plan can take turns here: `wanted`, or fewer where memory does not hold them. The ranks of
// a launch are spread over `nodes` hosts like this one. Where none can, the answer is 1, and `one_by_one` says why.
int TurnsThatFit(int wanted, const std::vector<LaunchPlan>& plans, int nodes, std::string& one_by_one);

}  // namespace mpigauge
