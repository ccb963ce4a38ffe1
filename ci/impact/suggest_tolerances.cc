#include "ci/impact/suggest_tolerances.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "simulator/fit/samples.h"

namespace mpigauge {
namespace {

// The cases that measure an operation.
bool Measures(const SeriesRecord& series, const std::string& operation) {
  if (operation == "send") {
    return series.case_name == kPingPongCase || series.case_name == kOneWayCase || series.case_name == kColdOneWayCase;
  }
  return series.case_name == operation;
}

// The measured sizes on both sides, or the nearest one.
std::vector<std::int64_t> Neighbours(const std::set<std::int64_t>& sizes, std::int64_t bytes) {
  const auto above = sizes.lower_bound(bytes);
  if (above != sizes.end() && *above == bytes) return {bytes};
  std::vector<std::int64_t> found;
  if (above != sizes.begin()) found.push_back(*std::prev(above));
  if (above != sizes.end()) found.push_back(*above);
  return found;
}

// Half percents, rounded down: rather strict than too late.
double Rounded(double share) { return std::floor(share * 200 + 1e-9) / 200; }

}  // namespace

std::vector<std::string> SuggestTolerances(const std::vector<Sensitivity>& list,
                                           const std::vector<SeriesRecord>& measured, const ToleranceOptions& options) {
  std::map<std::string, std::map<std::string, std::set<std::int64_t>>> sizes;  // by operation and case
  std::map<std::pair<std::string, std::int64_t>, double> tolerances;           // by case and bytes
  for (const Sensitivity& one : list) {
    auto& cases = sizes[one.operation];
    if (!cases.empty()) continue;
    for (const SeriesRecord& series : measured) {
      if (!Measures(series, one.operation)) continue;
      cases[series.case_name].insert(ParameterOr(series.parameters, "bytes", -1));
    }
  }
  for (const Sensitivity& one : list) {
    if (one.cost_of_one_percent <= 0) continue;
    const double allowed = std::max(options.least, Rounded(options.impact / (one.cost_of_one_percent * 100)));
    if (allowed >= options.most) continue;
    for (const auto& [case_name, measured_sizes] : sizes[one.operation]) {
      for (const std::int64_t bytes : Neighbours(measured_sizes, one.bytes)) {
        const auto [at, is_new] = tolerances.try_emplace({case_name, bytes}, allowed);
        if (!is_new) at->second = std::min(at->second, allowed);
      }
    }
  }
  std::vector<std::string> texts = {fmt::format("{:g}%", options.most * 100)};
  for (const auto& [series, share] : tolerances) {
    const auto& [case_name, bytes] = series;
    const std::string pattern = bytes < 0 ? case_name + "/*" : fmt::format("{}/bytes:{}/*", case_name, bytes);
    texts.push_back(fmt::format("{}={:g}%", pattern, share * 100));
  }
  return texts;
}

std::string ToleranceToml(const std::vector<std::string>& tolerances) {
  std::string text = "[gate]\ntolerance = [\n";
  for (const std::string& one : tolerances) text += fmt::format("  \"{}\",\n", one);
  return text + "]\n";
}

}  // namespace mpigauge
