#include "baselines/compare/comparability.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "base/error.h"
#include "record/timer_facts.h"

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
                                                kTimersDisagree,
                                                kTicksPerSecond,
                                                "times_too_short"};

std::string Shown(const std::string& value) { return value.empty() ? "(none)" : value; }

std::string NotComparable(const Difference& difference, const std::string& who) {
  return fmt::format("not comparable: {} differs {}: '{}' and '{}'; --allow-different={} compares them all the same",
                     difference.field, who, Shown(difference.baseline), Shown(difference.candidate), difference.field);
}

void CheckOneEnvironment(const std::vector<LaunchRecord>& launches, const std::set<std::string>& allowed,
                         const std::string& who) {
  for (const LaunchRecord& launch : launches) {
    for (const Difference& difference : FieldDifferences(launches[0].environment.key, launch.environment.key)) {
      if (allowed.contains(difference.field)) continue;
      throw Error(ExitCode::kNotComparable, NotComparable(difference, "between launches of the " + who));
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

std::vector<Difference> FieldDifferences(const Fields& one, const Fields& other) {
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

std::optional<std::vector<LaunchRecord>> LaunchesOfEnvironment(const std::vector<LaunchRecord>& baseline,
                                                               const std::vector<LaunchRecord>& candidate,
                                                               const std::set<std::string>& allowed_fields) {
  if (candidate.empty()) return std::nullopt;
  for (const auto& may_differ : {std::set<std::string>(), allowed_fields}) {
    const auto comparable = [&](const LaunchRecord& launch) {
      const auto differences = FieldDifferences(launch.environment.key, candidate[0].environment.key);
      return std::all_of(differences.begin(), differences.end(),
                         [&](const Difference& one) { return may_differ.contains(one.field); });
    };
    const auto count = std::count_if(baseline.begin(), baseline.end(), comparable);
    if (count == std::ssize(baseline)) return std::nullopt;
    if (count == 0) continue;
    std::vector<LaunchRecord> launches;
    std::copy_if(baseline.begin(), baseline.end(), std::back_inserter(launches), comparable);
    return launches;
  }
  return std::nullopt;
}

Comparability CheckComparable(const std::vector<LaunchRecord>& baseline, const std::vector<LaunchRecord>& candidate,
                              const std::set<std::string>& allowed_fields) {
  Comparability result;
  if (baseline.empty() || candidate.empty()) return result;
  const Environment& one = baseline[0].environment;
  const Environment& other = candidate[0].environment;
  CheckFieldNames(allowed_fields, one.key, other.key);
  CheckOneEnvironment(candidate, allowed_fields, "candidate");
  for (const Difference& difference : FieldDifferences(one.key, other.key)) {
    if (!allowed_fields.contains(difference.field)) {
      throw NotComparableError(NotComparable(difference, "between baseline and candidate"), candidate[0]);
    }
    result.allowed.push_back(difference);
  }
  CheckOneEnvironment(baseline, allowed_fields, "baseline");
  for (const Difference& difference : FieldDifferences(one.context, other.context)) {
    if (!kAlwaysDifferent.contains(difference.field)) result.context.push_back(difference);
  }
  return result;
}

}  // namespace mpigauge
