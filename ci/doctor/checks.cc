#include "ci/doctor/checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/table.h"

namespace mpigauge {
namespace {

Table::Color ColorOf(Health health) {
  if (health == Health::kProblem) return Table::Color::kRed;
  return health == Health::kAdvice ? Table::Color::kYellow : Table::Color::kNone;
}

}  // namespace

std::string HealthName(Health health) {
  if (health == Health::kProblem) return "problem";
  return health == Health::kAdvice ? "advice" : "ok";
}

Health Worst(const std::vector<Diagnosis>& all) {
  Health worst = Health::kOk;
  for (const Diagnosis& one : all) worst = std::max(worst, one.health);
  return worst;
}

std::string DiagnosesText(const std::vector<Diagnosis>& all, bool colors) {
  Table table({{"check", Table::Align::kLeft}, {"state", Table::Align::kLeft}, {"found", Table::Align::kLeft}});
  std::string advice;
  for (const Diagnosis& one : all) {
    table.AddRow({one.check, HealthName(one.health), one.found}, ColorOf(one.health));
    if (one.health == Health::kOk) continue;
    advice += fmt::format("\n{}: {}.\n", one.check, one.why);
    if (!one.change.empty()) advice += fmt::format("    {}\n", one.change);
  }
  return table.Text(colors) + advice;
}

Json DiagnosesJson(const std::vector<Diagnosis>& all) {
  Json json = Json::array();
  for (const Diagnosis& one : all) {
    json.push_back({{"check", one.check},
                    {"state", HealthName(one.health)},
                    {"found", one.found},
                    {"why", one.why},
                    {"change", one.change}});
  }
  return json;
}

std::vector<Diagnosis> Diagnose(const Machine& machine) {
  std::vector<Diagnosis> all;
  for (const auto check : {CheckClock, CheckGovernor, CheckTurbo, CheckSmt, CheckBinding, CheckLoad, CheckQuota,
                           CheckVirtualMachine, CheckHugePages, CheckSwap, CheckNumaBalancing, CheckKernelCommandLine,
                           CheckTempFolder, CheckSharedMemory, CheckMpi, CheckSlurm}) {
    all.push_back(check(machine));
  }
  return all;
}

}  // namespace mpigauge
