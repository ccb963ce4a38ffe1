#include "baselines/named/named.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <limits>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/plural.h"
#include "baselines/compare/comparability.h"
#include "baselines/named/run_faults.h"

namespace mpigauge {
namespace {

constexpr std::size_t kPieceLengths[] = {8, 4, 4, 4, 12};  // of a UUID, in hexadecimal digits

// Digits alone are a date or a version, and letters alone a word.
bool BeginsLikeAnId(std::string_view name) {
  const auto is = [](auto kind) { return [kind](unsigned char c) { return kind(c) != 0; }; };
  const bool has_digit = std::any_of(name.begin(), name.end(), is([](int c) { return std::isdigit(c); }));
  const bool has_letter = std::any_of(name.begin(), name.end(), is([](int c) { return std::isalpha(c); }));
  if (name.size() < 4 || !has_digit || !has_letter) return false;
  for (const std::size_t length : kPieceLengths) {
    const std::string_view piece = name.substr(0, length);
    if (!std::all_of(piece.begin(), piece.end(), is([](int c) { return std::isxdigit(c); }))) return false;
    name.remove_prefix(piece.size());
    if (name.empty()) return true;
    if (name.front() != '-') return false;
    name.remove_prefix(1);
  }
  return false;
}

}  // namespace

void CheckBaselineName(std::string_view name, std::string_view what) {
  const bool control = std::any_of(name.begin(), name.end(), [](unsigned char c) { return std::iscntrl(c) != 0; });
  if (name.empty() || control) throw UsageError("{}: a baseline's name is one line of text", what);
  if (MeansNewest(name)) {
    throw UsageError("{}: '{}' means the newest runs; choose another name", what, name);
  }
  if (BeginsLikeAnId(name)) {
    throw UsageError("{}: '{}' looks like the id of a run; choose another name", what, name);
  }
}

void CheckBaselineName(Store& store, const std::string& name) {
  CheckBaselineName(name, "baseline");
  if (store.baselines().Find(name)) return;
  const auto tags = store.runs().Tags();
  if (const auto tag = tags.find(name); tag != tags.end()) {
    throw UsageError("baseline: '{}' is the tag of run {}; choose another name", name, tag->second);
  }
  for (const Run& run : store.runs().All()) {
    if (!run.run_id.starts_with(name)) continue;
    throw UsageError("baseline: '{}' is the id of run {}, or its beginning; choose another name", name, run.run_id);
  }
}

namespace {

constexpr std::int64_t kKeep = 30;  // as many as the screen looks back

std::string Listed(const std::vector<Difference>& differences) {
  std::string text;
  for (const Difference& one : differences) {
    text += fmt::format("{}{} '{}' and '{}'", text.empty() ? "" : ", ", one.field, one.baseline, one.candidate);
  }
  return text;
}

bool Contains(const std::vector<std::string>& ids, const std::string& id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

// Returns the newest runs of each environment; in the order of their start.
std::vector<std::string> NewestOfEach(Store& store, const std::vector<std::string>& run_ids, std::int64_t keep) {
  std::map<EnvironmentKey, std::int64_t> taken;
  std::vector<std::string> kept;
  for (const Run& run : store.runs().All()) {  // newest first
    if (!Contains(run_ids, run.run_id)) continue;
    const auto environment = store.runs().EnvironmentOf(run.run_id);  // none: nothing to compare with
    if (environment && taken[environment->key]++ < keep) kept.push_back(run.run_id);
  }
  std::reverse(kept.begin(), kept.end());
  return kept;
}

// Throws where none of the baseline's runs is of the run's environment.
void CheckEnvironment(Store& store, const Baseline& baseline, const std::string& run_id) {
  const EnvironmentKey key = KeyOf(store, run_id);
  std::optional<std::vector<Difference>> fewest;
  for (const std::string& other : baseline.run_ids) {
    auto differences = FieldDifferences(KeyOf(store, other), key);
    if (!fewest || differences.size() <= fewest->size()) fewest = std::move(differences);
  }
  if (!fewest || fewest->empty()) return;
  throw UsageError(
      "run {} is of an environment of which baseline '{}' has no run; it differs in: {}\n"
      "  to begin with it there: mpigauge baseline roll {} {}",
      run_id, baseline.name, Listed(*fewest), baseline.name, run_id);
}

}  // namespace

EnvironmentKey KeyOf(Store& store, const std::string& run_id) {
  const auto environment = store.runs().EnvironmentOf(run_id);
  if (!environment) throw UsageError("{}: run {} has no complete launch", store.name(), run_id);
  return environment->key;
}

Baseline Pin(Store& store, const std::string& name, const std::vector<std::string>& run_ids, const std::string& note) {
  CheckBaselineName(store, name);
  std::set<EnvironmentKey> replaced;
  for (const std::string& run_id : run_ids) {
    replaced.insert(KeyOf(store, run_id));
    RequireRightData(FaultsOf(store, run_id), run_id);
  }
  return store.baselines().Change(name, [&](Baseline& baseline) {
    std::vector<std::string> all = run_ids;
    for (const std::string& old : baseline.run_ids) {
      const auto environment = store.runs().EnvironmentOf(old);
      if (environment && !replaced.contains(environment->key)) all.push_back(old);
    }
    baseline.run_ids = NewestOfEach(store, all, std::numeric_limits<std::int64_t>::max());
    baseline.note = note;
    baseline.keep = 0;
  });
}

Baseline Roll(Store& store, const std::string& name, std::int64_t keep, const std::vector<std::string>& run_ids,
              const std::string& note) {
  CheckBaselineName(store, name);
  for (const std::string& run_id : run_ids) {
    KeyOf(store, run_id);
    RequireRightData(FaultsOf(store, run_id), run_id);
  }
  return store.baselines().Change(name, [&](Baseline& baseline) {
    baseline.run_ids.insert(baseline.run_ids.end(), run_ids.begin(), run_ids.end());
    if (baseline.run_ids.empty()) throw UsageError("baseline {}: it holds no run yet; name one", name);
    baseline.keep = keep > 0 ? keep : baseline.keep > 0 ? baseline.keep : kKeep;
    baseline.run_ids = NewestOfEach(store, baseline.run_ids, baseline.keep);
    if (!note.empty()) baseline.note = note;
  });
}

Baseline FindRolling(Store& store, const std::string& name) {
  auto baseline = store.baselines().Find(name);
  if (!baseline) throw UsageError("{}: no baseline '{}'; `mpigauge baseline list` lists them", store.name(), name);
  if (baseline->keep == 0) {
    throw UsageError(
        "baseline '{}' is pinned: `mpigauge baseline set {} RUN` makes a new version of it, `mpigauge baseline roll "
        "{}` "
        "makes it a rolling one, to which accepted runs are added",
        name, name, name);
  }
  return *std::move(baseline);
}

Promotion Promote(Store& store, const std::string& name, const std::string& run_id) {
  const Baseline before = FindRolling(store, name);
  if (Contains(before.run_ids, run_id)) return {before, false};
  RequireRightData(FaultsOf(store, run_id), run_id);
  const Baseline after = store.baselines().Change(name, [&](Baseline& baseline) {
    CheckEnvironment(store, baseline, run_id);
    if (!Contains(baseline.run_ids, run_id)) baseline.run_ids.push_back(run_id);
    baseline.run_ids = NewestOfEach(store, baseline.run_ids, baseline.keep);
    if (!Contains(baseline.run_ids, run_id)) {
      throw UsageError("run {} is older than the {} runs that baseline '{}' keeps", run_id, baseline.keep, name);
    }
  });
  return {after, true};
}

std::string BaselinesText(Store& store) {
  std::string names;
  for (const Baseline& baseline : store.baselines().All()) names += (names.empty() ? "" : ", ") + baseline.name;
  if (names.empty()) return "there is no baseline yet; `mpigauge run --baseline NAME` makes one";
  return "the baselines are: " + names;
}

std::string BaselineKind(const Baseline& baseline) {
  return baseline.keep == 0 ? "pinned" : fmt::format("rolling, {}", baseline.keep);
}

std::string BaselineTitle(const Baseline& baseline) {
  return fmt::format("baseline {}, version {}: {}, {}", baseline.name, baseline.version,
                     Counted(baseline.run_ids.size(), "run"), BaselineKind(baseline));
}

}  // namespace mpigauge
