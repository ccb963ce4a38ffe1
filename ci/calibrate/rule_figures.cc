#include "ci/calibrate/rule_figures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/table.h"

namespace mpigauge {

std::string Percent(double share) { return fmt::format("{:.{}f}%", share * 100, share > 0 && share < 0.01 ? 2 : 1); }

std::string WithInterval(const Share& share) {
  if (share.of == 0) return "-";
  const Interval interval = share.interval();
  return fmt::format("{} ({:.3g}-{:.3g})", Percent(share.value()), interval.low * 100, interval.high * 100);
}

std::string ShareText(const Share& share) { return share.of == 0 ? "-" : Percent(share.value()); }

std::string RulesTable(const std::vector<RuleFigures>& rules, const std::vector<double>& slowdowns,
                       double family_slowdown, bool colors) {
  std::vector<Table::Column> columns = {{"rule", Table::Align::kLeft}, {"false series"}, {"false gates"}};
  for (const double slowdown : slowdowns) columns.push_back({fmt::format("+{:g}%", slowdown * 100)});
  if (family_slowdown != 0) columns.push_back({fmt::format("family +{:g}%", family_slowdown * 100)});
  columns.push_back({"launches"});
  Table table(columns);
  for (const RuleFigures& rule : rules) {
    std::vector<std::string> cells = {rule.rule, WithInterval(rule.false_series), WithInterval(rule.false_gates)};
    for (const Share& found : rule.found) cells.push_back(ShareText(found));
    if (family_slowdown != 0) cells.push_back(ShareText(rule.found_family));
    cells.push_back(fmt::format("{:.1f}", rule.null_launches));
    table.AddRow(std::move(cells));
  }
  return table.Text(colors);
}

std::string PerSlowdown(const std::vector<double>& slowdowns, const std::vector<std::string>& cells) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    parts.push_back(fmt::format("+{:g}% {}", slowdowns[i] * 100, cells[i]));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

Json ToJson(const Share& share) {
  const Interval interval = share.interval();
  return {{"count", share.count},
          {"of", share.of},
          {"share", share.value()},
          {"low", interval.low},
          {"high", interval.high}};
}

Json ToJson(const RuleFigures& rule, const std::vector<double>& slowdowns) {
  Json json = {{"rule", rule.rule},
               {"false_series", ToJson(rule.false_series)},
               {"false_gates", ToJson(rule.false_gates)},
               {"mean_launches_of_equal_series", rule.null_launches},
               {"slowdowns", Json::array()}};
  for (std::size_t i = 0; i < rule.found.size(); ++i) {
    Json slowed = {{"slowdown", slowdowns[i]}, {"found", ToJson(rule.found[i])}};
    if (i < rule.passed.size()) {
      slowed["passed"] = ToJson(rule.passed[i]);
      slowed["mean_launches"] = rule.launches[i];
    }
    json["slowdowns"].push_back(slowed);
  }
  if (rule.open_gates.of > 0) json["inconclusive_gates"] = ToJson(rule.open_gates);
  return json;
}

}  // namespace mpigauge
