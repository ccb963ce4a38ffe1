#include "baselines/compare/comparability.h"

#include <fmt/format.h>

#include <map>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

using Fields = std::map<std::string, std::string>;

// Measured values that differ between any two launches: no suspects.
const std::set<std::string> kAlwaysDifferent = {"load_average",
                                                "timer_cost",
                                                "timer_resolution",
                                                "clock_error",
                                                "clock_error_start_seconds",
                                                "clock_error_end_seconds",
                                                "clock_resynchronizations",
                                                "overhead",
                                                "below_overhead",
                                                "times_too_short"};

std::vector<Difference> Differences(const Fields& one, const Fields& other) {
  const auto value = [](const Fields& fields, const std::string& name) {
    const auto found = fields.find(name);
    return found == fields.end() ? std::string("(none)") : found->second;
  };
  Fields all = one;
  all.insert(other.begin(), other.end());
  std::vector<Difference> differences;
  for (const auto& [name, ignored] : all) {
    if (value(one, name) != value(other, name)) differences.push_back({name, value(one, name), value(other, name)});
  }
  return differences;
}

std::string Shown(const std::string& value) { return value.empty() ? "(none)" : value; }

Error NotComparable(const Difference& difference, const std::string& who) {
  return UsageError("not comparable: {} differs {}: '{}' and '{}'; --allow-different={} compares them all the same",
                    difference.field, who, Shown(difference.baseline), Shown(difference.candidate), difference.field);
}

void CheckOneEnvironment(const std::vector<LaunchRecord>& launches, const std::set<std::string>& allowed,
                         const std::string& who) {
  for (const LaunchRecord& launch : launches) {
    for (const Difference& difference : Differences(launches[0].environment.key, launch.environment.key)) {
      if (!allowed.contains(difference.field)) throw NotComparable(difference, "between launches of the " + who);
    }
  }
}

void CheckFieldNames(const std::set<std::string>& allowed, const Fields& one, const Fields& other) {
  for (const std::string& field : allowed) {
    if (one.contains(field) || other.contains(field)) continue;
    std::string names;
    for (const auto& [name, value] : one) names += " " + name;
    throw UsageError("--allow-different: no field '{}'; the fields are:{}", field, names);
  }
}

}  // namespace

Comparability CheckComparable(const std::vector<LaunchRecord>& baseline, const std::vector<LaunchRecord>& candidate,
                              const std::set<std::string>& allowed_fields) {
  Comparability result;
  if (baseline.empty() || candidate.empty()) return result;
  const Environment& one = baseline[0].environment;
  const Environment& other = candidate[0].environment;
  CheckFieldNames(allowed_fields, one.key, other.key);
  CheckOneEnvironment(baseline, allowed_fields, "baseline");
  CheckOneEnvironment(candidate, allowed_fields, "candidate");
  for (const Difference& difference : Differences(one.key, other.key)) {
    if (!allowed_fields.contains(difference.field)) throw NotComparable(difference, "between baseline and candidate");
    result.allowed.push_back(difference);
  }
  for (const Difference& difference : Differences(one.context, other.context)) {
    if (!kAlwaysDifferent.contains(difference.field)) result.context.push_back(difference);
  }
  return result;
}

}  // namespace mpigauge
