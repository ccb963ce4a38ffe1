#include "baselines/history/sequence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace mpigauge {
namespace {

struct Span {
  std::size_t first = 0;
  std::size_t last = 0;
};

}  // namespace

std::vector<std::uint32_t> FindTracks(const std::vector<HistoryRun>& runs) {
  using Key = std::map<std::string, std::string>;
  std::map<Key, Span> spans;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    spans.try_emplace(runs[i].environment.key, Span{i, i}).first->second.last = i;
  }
  std::vector<std::size_t> ends;  // of each track: the last run of its newest key
  std::vector<bool> take_turns;   // of each track
  std::map<Key, std::uint32_t> track_of;
  std::vector<std::uint32_t> tracks;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Key& key = runs[i].environment.key;
    auto track = track_of.find(key);
    if (track == track_of.end()) {
      // The track that ended last, of those that ended before.
      std::size_t chosen = ends.size();
      for (std::size_t one = 0; one < ends.size(); ++one) {
        if (take_turns[one] == TookTurns(key) && ends[one] < i && (chosen == ends.size() || ends[one] > ends[chosen]))
          chosen = one;
      }
      if (chosen == ends.size()) {
        ends.push_back(0);
        take_turns.push_back(TookTurns(key));
      }
      ends[chosen] = spans.at(key).last;
      track = track_of.emplace(key, static_cast<std::uint32_t>(chosen)).first;
    }
    tracks.push_back(track->second);
  }
  return tracks;
}

namespace {

constexpr std::size_t kNeighbors = 3;

// These fields belong to the library under test, not to the machine.
constexpr std::array<std::string_view, 6> kLibraryFields = {
    "mpi_implementation", "mpi_library_version", "mpi_standard", "tuning_parameters", "preload", "injected_slowdown"};
// A launch observes these fields of itself and of the times that it measured: they come and go with a slow operation.
constexpr std::array<std::string_view, 7> kObservedFields = {"load_average",   "timer_cost",     "timer_resolution",
                                                             "overhead",       "below_overhead", "times_too_short",
                                                             "needless_series"};

template <typename List>
bool Contains(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// Key and context in one; a field of both is the key's.
std::map<std::string, std::string> Fields(const HistoryRun& run) {
  auto fields = run.environment.key;
  fields.insert(run.environment.context.begin(), run.environment.context.end());
  return fields;
}

// The fields that have one value in all of the runs; "" for one that none of them has.
std::optional<std::string> CommonValue(const std::vector<std::map<std::string, std::string>>& all,
                                       const std::string& name) {
  std::optional<std::string> common;
  for (const auto& fields : all) {
    const auto found = fields.find(name);
    const std::string value = found == fields.end() ? "" : found->second;
    if (common && *common != value) return std::nullopt;
    common = value;
  }
  return common;
}

}  // namespace

EnvironmentChange ChangedAt(const std::vector<HistoryRun>& runs, std::span<const std::uint32_t> sequence,
                            std::size_t place) {
  std::vector<std::map<std::string, std::string>> before;
  std::vector<std::map<std::string, std::string>> after;
  std::set<std::string> names;
  for (std::size_t i = place - std::min(place, kNeighbors); i < std::min(sequence.size(), place + kNeighbors); ++i) {
    auto& side = i < place ? before : after;
    side.push_back(Fields(runs[sequence[i]]));
    for (const auto& [name, value] : side.back()) names.insert(name);
  }
  const HistoryRun& left = runs[sequence[place - 1]];
  const HistoryRun& right = runs[sequence[place]];
  EnvironmentChange change;
  change.library = left.library != right.library;
  for (const std::string& name : names) {
    if (Contains(kObservedFields, name) || name.starts_with("clock_error") || name.starts_with("clock_resync"))
      continue;
    if (Contains(kLibraryFields, name)) {
      change.library = change.library || before.back()[name] != after.front()[name];
      continue;
    }
    const auto old_value = CommonValue(before, name);
    const auto new_value = CommonValue(after, name);
    if (!old_value || !new_value || *old_value == *new_value) continue;
    const auto shown = [](const std::string& value) { return value.empty() ? "(none)" : value; };
    change.machine.push_back(fmt::format("{}: {} -> {}", name, shown(*old_value), shown(*new_value)));
  }
  return change;
}

}  // namespace mpigauge
