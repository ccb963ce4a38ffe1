#include "dashboards/data/gate_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "base/table.h"
#include "base/units.h"
#include "baselines/compare/comparison_json.h"

namespace mpigauge {
namespace {

double HalfWidth(const ChangeInterval& change) { return std::log(change.high / change.low) / 2; }

bool HasTimes(const ChangeInterval& change) {
  return std::isfinite(change.ratio) && change.ratio > 0 && std::isfinite(change.high) && change.low > 0;
}

ChangeInterval Product(const ChangeInterval& a, const ChangeInterval& b) {
  const double ratio = a.ratio * b.ratio;
  const double width = std::exp(std::hypot(HalfWidth(a), HalfWidth(b)));
  return {ratio, ratio / width, ratio * width};
}

std::string IntervalText(const ChangeInterval& change) {
  return fmt::format("{} [{}, {}]", FormatChange(change.ratio), FormatChange(change.low), FormatChange(change.high));
}

Json ToJson(const ChangeInterval& change) {
  return {{"ratio", change.ratio}, {"low", change.low}, {"high", change.high}};
}

}  // namespace

std::vector<GateStep> GateSteps(const std::vector<GateResult>& gates,
                                const std::function<bool(const std::string&)>& chosen) {
  std::vector<const GateResult*> ordered;
  for (const GateResult& gate : gates) ordered.push_back(&gate);
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const GateResult* a, const GateResult* b) { return a->decided_at < b->decided_at; });
  std::map<std::string, std::vector<GateStep>> by_series;
  for (const GateResult* gate : ordered) {
    const Comparison comparison = ComparisonFromJson(gate->comparison, "gate " + gate->gate_id);
    for (const SeriesComparison& series : comparison.series) {
      if (!chosen(series.name)) continue;
      std::vector<GateStep>& chain = by_series[series.name];
      GateStep step{gate->gate_id,
                    gate->decided_at,
                    comparison.baseline,
                    comparison.candidate,
                    series.name,
                    VerdictName(series.verdict),
                    {series.ratio, series.low, series.high},
                    comparison.baseline,
                    {}};
      if (!HasTimes(step.change)) continue;
      step.since_first = step.change;
      if (!chain.empty() && chain.back().to == step.from) {
        step.first = chain.back().first;
        step.since_first = Product(chain.back().since_first, step.change);
      }
      chain.push_back(std::move(step));
    }
  }
  std::vector<GateStep> steps;
  for (auto& [name, chain] : by_series) std::move(chain.begin(), chain.end(), std::back_inserter(steps));
  return steps;
}

std::string GateStepsText(const std::vector<GateStep>& steps, bool colors) {
  Table table({{"decided", Table::Align::kLeft},
               {"series", Table::Align::kLeft},
               {"from", Table::Align::kLeft},
               {"to", Table::Align::kLeft},
               {"verdict", Table::Align::kLeft},
               {"change"},
               {"since", Table::Align::kLeft},
               {"change since then"}});
  for (const GateStep& step : steps) {
    const bool slower = step.verdict == VerdictName(Verdict::kFail);
    table.AddRow({step.decided_at, step.series, step.from, step.to, step.verdict, IntervalText(step.change), step.first,
                  IntervalText(step.since_first)},
                 slower ? Table::Color::kRed : Table::Color::kNone);
  }
  return table.Text(colors);
}

Json ToJson(const std::vector<GateStep>& steps) {
  Json list = Json::array();
  for (const GateStep& step : steps) {
    list.push_back({{"gate_id", step.gate_id},
                    {"decided_at", step.decided_at},
                    {"series", step.series},
                    {"from", step.from},
                    {"to", step.to},
                    {"verdict", step.verdict},
                    {"change", ToJson(step.change)},
                    {"first", step.first},
                    {"since_first", ToJson(step.since_first)}});
  }
  return list;
}

}  // namespace mpigauge
