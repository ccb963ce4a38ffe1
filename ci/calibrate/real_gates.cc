#include "ci/calibrate/real_gates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <map>

#include "base/error.h"
#include "base/units.h"
#include "ci/calibrate/rivals.h"
#include "ci/launch/campaign.h"

namespace mpigauge {
namespace {

// "MPI_Allreduce" is the case "allreduce".
std::string CaseOf(std::string function) {
  if (function.starts_with("MPI_")) function = function.substr(4);
  std::transform(function.begin(), function.end(), function.begin(), [](unsigned char c) { return std::tolower(c); });
  return function;
}

bool IsCase(const std::string& case_name, const std::string& wanted) {
  return case_name == wanted || case_name.starts_with(wanted + "_");
}

// The launches of a series on one side.
using SeriesLaunches = std::map<std::string, std::vector<const SeriesRecord*>>;

SeriesLaunches BySeries(const std::vector<LaunchRecord>& launches) {
  SeriesLaunches by_series;
  for (const LaunchRecord& launch : launches) {
    for (const SeriesRecord& series : launch.series) {
      if (HasFigure(series)) by_series[series.name].push_back(&series);
    }
  }
  return by_series;
}

class Calibrator {
 public:
  Calibrator(const RealGatesSettings& settings, Store& store, const std::function<void(const std::string&)>& said)
      : settings_(settings), gate_(settings.gate), case_(CaseOf(settings.function)), store_(store), said_(said) {
    CampaignOptions campaign;
    campaign.seed = settings.seed;
    campaign.turns = settings.turns;
    gate_.make_launches = OnThisHost(campaign, store);
    figures_.rules.emplace_back().rule = "the gate";
    for (const RecordedRival& rival : RecordedRivals()) figures_.rules.emplace_back().rule = rival.name;
    for (RuleFigures& rule : figures_.rules) {
      rule.found.resize(settings.slowdowns.size());
      rule.passed.resize(settings.slowdowns.size());
      rule.launches.resize(settings.slowdowns.size());
    }
  }

  RealGates Measure() {
    for (int gate = 0; gate < settings_.equal_gates; ++gate) Equal(gate);
    figures_.rules[0].null_launches = launches_ / static_cast<double>(std::max<std::int64_t>(1, counted_));
    for (std::size_t i = 0; i < settings_.slowdowns.size(); ++i) Slowed(i);
    return figures_;
  }

 private:
  LaunchPlan Plan(const std::string& label, double factor) const {
    LaunchPlan plan = settings_.plan;
    plan.library.label = label;
    if (factor == 0) return plan;
    plan.library.preload.push_back(settings_.interposer);
    // Both sides read the clock around their calls, so its cost must be no part of the slowdown.
    plan.library.environment["MPIGAUGE_SLOW"] = fmt::format("{}:*{}:clock=extra", settings_.function, factor);
    return plan;
  }

  GateAnswer Gate(const LaunchPlan& baseline, const LaunchPlan& candidate, double& seconds) {
    const auto begin = std::chrono::steady_clock::now();
    GateAnswer answer = GateSideBySide(store_, baseline, candidate, gate_);
    KeepGate(store_, answer, baseline.library.label);
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return answer;
  }

  void Equal(int index) {
    double seconds = 0;
    const GateAnswer answer = Gate(Plan("one", 0), Plan("the same", 0), seconds);
    figures_.equal_seconds += seconds / settings_.equal_gates;
    figures_.series = answer.comparison.series.size();
    RuleFigures& gate = figures_.rules[0];
    gate.false_gates.Add(answer.comparison.verdict == Verdict::kFail);
    gate.open_gates.Add(answer.comparison.verdict == Verdict::kInconclusive);
    CountEqualSeries(answer.comparison, "");
    Rivals(
        answer, [&](RuleFigures& rule, const std::string&, bool slower) { rule.false_series.Add(slower); }, true);
    said_(fmt::format("gate {} of {}, equal libraries: {}, {}", index + 1, settings_.equal_gates,
                      VerdictName(answer.comparison.verdict), FormatWallTime(seconds)));
  }

  void Slowed(std::size_t i) {
    double seconds = 0;
    double launches = 0;
    RuleFigures& gate = figures_.rules[0];
    for (int index = 0; index < settings_.slowed_gates; ++index) {
      const GateAnswer answer = Gate(Plan("one", 1), Plan("slowed", 1 + settings_.slowdowns[i]), seconds);
      figures_.slowed_series = 0;
      for (const SeriesComparison& series : answer.comparison.series) {
        if (!IsCase(series.case_name, case_)) continue;
        ++figures_.slowed_series;
        gate.found[i].Add(series.verdict == Verdict::kFail);
        gate.passed[i].Add(series.verdict == Verdict::kPass);
        launches += static_cast<double>(series.baseline_seconds.size() + series.candidate_seconds.size());
      }
      if (figures_.slowed_series == 0) {
        throw UsageError("no series of the suite is of case {}: what is {} to slow?", case_, settings_.function);
      }
      CountEqualSeries(answer.comparison, case_);
      Rivals(
          answer,
          [&](RuleFigures& rule, const std::string& name, bool slower) {
            (IsCase(name.substr(0, name.find('/')), case_) ? rule.found[i] : rule.false_series).Add(slower);
          },
          false);
      said_(fmt::format("gate {} of {}, {} slowed by {:g}%: {}, {} of {} series found", index + 1,
                        settings_.slowed_gates, settings_.function, settings_.slowdowns[i] * 100,
                        VerdictName(answer.comparison.verdict), gate.found[i].count, gate.found[i].of));
    }
    gate.launches[i] = launches / static_cast<double>(gate.found[i].of);
    figures_.slowed_seconds.push_back(seconds / settings_.slowed_gates);
  }

  // Series that are as they were: whatever is called slower there is false.
  void CountEqualSeries(const Comparison& comparison, const std::string& slowed) {
    for (const SeriesComparison& series : comparison.series) {
      if (!slowed.empty() && IsCase(series.case_name, slowed)) continue;
      figures_.rules[0].false_series.Add(series.verdict == Verdict::kFail);
      launches_ += static_cast<double>(series.baseline_seconds.size() + series.candidate_seconds.size());
      ++counted_;
    }
  }

  // Counts what the other rules say of the gate's launches.
  void Rivals(const GateAnswer& answer, const std::function<void(RuleFigures&, const std::string&, bool)>& count,
              bool whole_gate) {
    const auto baseline = store_.runs().Launches(answer.baseline_run_id, LaunchDetail::kObservations);
    const auto candidate = store_.runs().Launches(answer.candidate_run_id, LaunchDetail::kObservations);
    const SeriesLaunches before = BySeries(baseline);
    const SeriesLaunches after = BySeries(candidate);
    for (std::size_t i = 0; i < RecordedRivals().size(); ++i) {
      const RecordedRival& rival = RecordedRivals()[i];
      RuleFigures& rule = figures_.rules[i + 1];
      rule.null_launches = 2 * static_cast<double>(rival.launches);
      bool any = false;
      for (const SeriesComparison& series : answer.comparison.series) {
        const auto one = before.find(series.name);
        const auto other = after.find(series.name);
        if (one == before.end() || other == after.end()) continue;
        const std::size_t n = std::min({rival.launches, one->second.size(), other->second.size()});
        if (n < rival.launches) continue;
        const bool slower =
            rival.slower({one->second.begin(), one->second.begin() + static_cast<std::ptrdiff_t>(n)},
                         {other->second.begin(), other->second.begin() + static_cast<std::ptrdiff_t>(n)});
        count(rule, series.name, slower);
        any = any || slower;
      }
      if (whole_gate) rule.false_gates.Add(any);
    }
  }

  const RealGatesSettings& settings_;
  GateOptions gate_;
  const std::string case_;
  Store& store_;
  const std::function<void(const std::string&)>& said_;
  RealGates figures_;
  double launches_ = 0;  // of all series in which nothing changed
  std::int64_t counted_ = 0;
};

}  // namespace

RealGates MeasureGates(const RealGatesSettings& settings, Store& store,
                       const std::function<void(const std::string&)>& said) {
  return Calibrator(settings, store, said).Measure();
}

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
