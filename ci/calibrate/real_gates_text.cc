#include "ci/calibrate/real_gates_text.h"

#include <fmt/format.h>

#include "harness/base/units.h"

namespace mpigauge {
namespace {

// Whether the promise can be true: the exact interval of 95% reaches down to it.
std::string KeptText(const Share& share, double promised) {
  if (share.of == 0) return "not measured";
  return share.interval().low <= promised ? "kept" : "NOT KEPT";
}

std::string CostText(const RealGates& gates, const RealGatesSettings& settings) {
  std::vector<std::string> passed;
  std::vector<std::string> launches;
  std::vector<std::string> seconds;
  const RuleFigures& gate = gates.rules[0];
  for (std::size_t i = 0; i < settings.slowdowns.size(); ++i) {
    passed.push_back(ShareText(gate.passed[i]));
    launches.push_back(fmt::format("{:.1f}", gate.launches[i]));
    seconds.push_back(FormatWallTime(gates.slowed_seconds[i]));
  }
  std::string text = fmt::format("an equal gate takes {}; {} of them are inconclusive\n",
                                 FormatWallTime(gates.equal_seconds), ShareText(gate.open_gates));
  if (settings.slowdowns.empty()) return text;
  return text + fmt::format("a slowed series passes: {}; its launches: {}; time of a gate: {}\n",
                            PerSlowdown(settings.slowdowns, passed), PerSlowdown(settings.slowdowns, launches),
                            PerSlowdown(settings.slowdowns, seconds));
}

}  // namespace

std::string RealGatesText(const RealGates& gates, const RealGatesSettings& settings, bool colors) {
  const RuleFigures& gate = gates.rules[0];
  const double alpha = settings.gate.compare.alpha;
  std::string text = fmt::format(
      "{} gates of equal libraries, {} of each slowdown of {} ({} of {} series); 95% intervals in parentheses\n",
      gate.false_gates.of, settings.slowed_gates, settings.function, gates.slowed_series, gates.series);
  text += RulesTable(gates.rules, settings.slowdowns, 0, colors) + CostText(gates, settings);
  return text + fmt::format("promised: false gates at most {:g}%; measured {}: {}\n", alpha * 100,
                            WithInterval(gate.false_gates), KeptText(gate.false_gates, alpha));
}

Json ToJson(const RealGates& gates, const RealGatesSettings& settings) {
  const RuleFigures& gate = gates.rules[0];
  Json json = {{"kind", "measured"},
               {"library", settings.plan.library.label},
               {"function", settings.function},
               {"alpha", settings.gate.compare.alpha},
               {"equal_gates", settings.equal_gates},
               {"slowed_gates", settings.slowed_gates},
               {"turns", settings.turns},
               {"series", gates.series},
               {"slowed_series", gates.slowed_series},
               {"equal_gate_seconds", gates.equal_seconds},
               {"slowed_gate_seconds", gates.slowed_seconds},
               {"promise", KeptText(gate.false_gates, settings.gate.compare.alpha)},
               {"rules", Json::array()}};
  for (const RuleFigures& rule : gates.rules) json["rules"].push_back(ToJson(rule, settings.slowdowns));
  return json;
}

}  // namespace mpigauge
