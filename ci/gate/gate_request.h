#pragma once

#include <string>

#include "base/settings.h"
#include "baselines/verdict/compare_request.h"
#include "baselines/verdict/spending.h"
#include "ci/gate/finish_gate.h"
#include "ci/gate/gate.h"
#include "ci/gate/impact_request.h"

namespace mpigauge {

// The request for a gate, from the options of `mpigauge gate` or from mpigauge.toml. A new setting is a member and a
// row of SettingsOf(), and OptionsOf() or ReadCriteria() says what it does.
struct GateRequest {
  CompareRequest compare;
  ImpactRequest impact;
  int max_launches = kMostLaunches;  // of each library, side by side
  int turns = 6;                     // launches of each library that live at the same time; 1: one after the other
  std::string budget;                // a time; empty: none
  bool settle = true;                // what a stored baseline cannot pass is measured side by side
};

// The settings of `compare`, and those that are the gate's alone: the table [gate] of a file. Those of `impact` are in
// a table of their own.
SettingList SettingsOf(GateRequest& request);

// The number of launches that take turns, and the time that launches may take, for other commands.
Setting TurnsSetting(int& turns);
Setting BudgetSetting(std::string& budget);

// The options of a gate that screens a stored baseline with this many launches. Its budget begins now. The caller adds
// the place of the launches (make_launches) and the access to libraries.
GateOptions OptionsOf(const GateRequest& request, int screen_launches);

// Throws Error (usage) where waivers or traces cannot be read.
AcceptanceCriteria ReadCriteria(const GateRequest& request);

}  // namespace mpigauge
