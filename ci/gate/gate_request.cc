#include "ci/gate/gate_request.h"

#include "base/units.h"

namespace mpigauge {

Setting TurnsSetting(int& turns) {
  return {.key = "turns",
          .value = &turns,
          .group = kMeasureGroup,
          .help = "Launches of each library that take turns, or off",
          .type = "N|off",
          .least = 1,
          .most = 100,
          .word = "off"};
}

Setting BudgetSetting(std::string& budget) {
  return {.key = "budget",
          .value = &budget,
          .group = kMeasureGroup,
          .help = "End all launches after this time; what is open then stays open",
          .type = "TIME",
          .check = [](const std::string& text, const std::string& what) { ParseSeconds(text, what); }};
}

SettingList SettingsOf(GateRequest& request) {
  SettingList settings = SettingsOf(request.compare);
  settings.push_back({.key = "max_launches",
                      .value = &request.max_launches,
                      .group = kMeasureGroup,
                      .help = "Most launches of each library side by side",
                      .least = 1,
                      .most = 1000});
  settings.push_back(TurnsSetting(request.turns));
  settings.push_back(BudgetSetting(request.budget));
  settings.push_back({.key = "settle",
                      .value = &request.settle,
                      .group = kBaselineGroup,
                      .help = "Measure nothing side by side with a stored baseline",
                      .option = "!--no-settle"});
  return settings;
}

GateOptions OptionsOf(const GateRequest& request, int screen_launches) {
  GateOptions options;
  options.compare = request.compare.ToSettings();
  options.decision.looks = LooksUpTo(request.max_launches);
  options.launches = screen_launches;
  options.deadline = DeadlineAfter(request.budget, "budget");
  options.settle = request.settle;
  options.keep_sides = !request.impact.traces.empty();
  return options;
}

AcceptanceCriteria ReadCriteria(const GateRequest& request) {
  const ImpactSettings impact = request.impact.ToSettings();
  return {request.compare.ReadWaivers(), impact, ReadApplications(impact.traces, impact.read)};
}

}  // namespace mpigauge
