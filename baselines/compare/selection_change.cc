#include "baselines/compare/selection_change.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace mpigauge {
namespace {

using Values = std::map<std::string, std::set<std::string>>;

constexpr const char* kDynamicRules = "coll_tuned_use_dynamic_rules";
constexpr const char* kNotInForce = " not in force";
constexpr const char* kComponents = "components.";

bool IsTunedAlgorithm(const std::string& name) {
  return name.starts_with("coll_tuned_") && name.find("_algorithm") != std::string::npos;
}

// Forced algorithms of coll/tuned count only if it uses dynamic rules.
bool CountsIn(const std::map<std::string, std::string>& selection, const std::string& name) {
  const auto dynamic = selection.find(kDynamicRules);
  return !IsTunedAlgorithm(name) || dynamic == selection.end() || dynamic->second == "true";
}

bool IsNumber(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char one) { return std::isdigit(one); });
}

// The number alone where a value is one, with a name or as a truth: "0" of "0 (self)" and of "false".
std::string WithoutItsName(const std::string& value) {
  if (value == "false") return "0";
  if (value == "true") return "1";
  const std::string number = value.substr(0, value.find(" ("));
  return IsNumber(number) && (value == number || value.ends_with(")")) ? number : value;
}

// Equal, or one value that two versions of a library write in two ways: "0" and "0 (self)", "0" and "false". Names that
// both sides have must be equal.
bool IsSameValue(const std::string& one, const std::string& other) {
  if (one == other) return true;
  if (!IsNumber(one) && !IsNumber(other)) return false;
  return WithoutItsName(one) == WithoutItsName(other);
}

bool AreSameValues(const std::set<std::string>& one, const std::set<std::string>& other) {
  return one.size() == other.size() && std::all_of(one.begin(), one.end(), [&](const std::string& value) {
           return std::any_of(other.begin(), other.end(),
                              [&](const std::string& its) { return IsSameValue(value, its); });
         });
}

// Over the launches that have recorded it.
Values ValuesOf(const std::vector<LaunchRecord>& launches) {
  Values values;
  for (const LaunchRecord& launch : launches) {
    const auto& selection = launch.environment.selection;
    for (const auto& [name, value] : selection) {
      const bool forced = name.ends_with("_algorithm") && !value.starts_with("0");
      values[name].insert(forced && !CountsIn(selection, name) ? value + kNotInForce : value);
    }
  }
  return values;
}

std::string Shown(const Values& values, const std::string& name) {
  const auto found = values.find(name);
  if (found == values.end()) return "(none)";
  std::vector<std::string> shown;
  for (const std::string& value : found->second) shown.push_back(value.empty() ? "(empty)" : value);
  return fmt::format("{}", fmt::join(shown, " | "));
}

// Whether the change may be why times changed. A variable that only one version of a library has is no change of what
// the library does.
bool MayMatter(const std::string& name, const Values& before, const Values& after) {
  const bool ours = name.starts_with(kComponents) || name.ends_with(".contents");
  if (!ours && (!before.contains(name) || !after.contains(name))) return false;
  const auto dynamic = [](const Values& values) {
    const auto found = values.find(kDynamicRules);
    return found == values.end() || found->second.contains("true");
  };
  return !IsTunedAlgorithm(name) || dynamic(before) || dynamic(after);
}

bool HasComponents(const Values& values) {
  const auto first = values.lower_bound(kComponents);
  return first != values.end() && first->first.starts_with(kComponents);
}

bool IsWord(const std::string& text) {
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text[0])) != 0 && text != "true" && text != "false";
}

}  // namespace

bool IsRewritten(const SelectionChange& change) {
  return (IsNumber(change.baseline) && IsWord(change.candidate)) ||
         (IsWord(change.baseline) && IsNumber(change.candidate));
}

SelectionDifference CompareSelections(const std::vector<LaunchRecord>& baseline,
                                      const std::vector<LaunchRecord>& candidate) {
  SelectionDifference difference;
  const Values before = ValuesOf(baseline);
  const Values after = ValuesOf(candidate);
  if (before.empty() != after.empty()) {
    difference.notes.push_back(
        fmt::format("the library's selections (algorithms, thresholds) are recorded for the {} only",
                    before.empty() ? "candidate" : "baseline"));
  }
  if (before.empty() || after.empty()) return difference;
  const bool same_components = HasComponents(before) == HasComponents(after);
  if (!same_components) {
    difference.notes.push_back(
        fmt::format("the library's components are recorded for the {} only: the other side has them linked in",
                    HasComponents(before) ? "baseline" : "candidate"));
  }
  std::set<std::string> names;
  for (const auto& [name, ignored] : before) names.insert(name);
  for (const auto& [name, ignored] : after) names.insert(name);
  std::vector<SelectionChange>& changes = difference.changes;
  for (const std::string& name : names) {
    if (!same_components && name.starts_with(kComponents)) continue;
    SelectionChange change{name, Shown(before, name), Shown(after, name), ""};
    const bool both = before.contains(name) && after.contains(name);
    if (both && AreSameValues(before.at(name), after.at(name))) continue;
    if (!IsRewritten(change) && MayMatter(name, before, after))
      change.concerns = ConcernOf(name, change.baseline, change.candidate).Text();
    changes.push_back(std::move(change));
  }
  std::stable_partition(changes.begin(), changes.end(),
                        [](const SelectionChange& change) { return !change.concerns.empty(); });
  return difference;
}

void AttachSuspects(const std::vector<SelectionChange>& changes, std::vector<SeriesComparison>& series) {
  for (const SelectionChange& change : changes) {
    if (change.concerns.empty()) continue;
    const Concern concern = ConcernOf(change.name, change.baseline, change.candidate);
    for (SeriesComparison& one : series) {
      if (Concerns(concern, one.case_name, one.family, one.parameters)) one.suspects.push_back(ChangeText(change));
    }
  }
}

std::string ChangeText(const SelectionChange& change) {
  return fmt::format("{} {} -> {}", change.name, change.baseline, change.candidate);
}

}  // namespace mpigauge
