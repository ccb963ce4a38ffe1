#include "baselines/compare/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/units.h"

namespace mpigauge {
namespace {

struct Range {
  double low = 0;
  double high = 0;
  int launches = 0;

  bool Agreed() const { return launches > 1 && low == high; }
};

// A counter of a series that was measured in one way: names, version and method.
struct Counted {
  std::string series;
  std::string counter;
  std::string way;
  auto operator<=>(const Counted&) const = default;
};

std::map<Counted, Range> RangesOf(const std::vector<LaunchRecord>& launches) {
  std::map<Counted, Range> ranges;
  for (const LaunchRecord& launch : launches) {
    for (const SeriesRecord& series : launch.series) {
      if (series.fault || series.family == "self-test") continue;
      const auto counters = series.Counters();
      if (counters.empty()) continue;  // as of most series
      const std::string way = fmt::format("v{} {}", series.case_version, series.method.Text());
      for (const auto& [name, value] : counters) {
        if (!IsCounted(name)) continue;
        const auto place = ranges.try_emplace({series.name, name, way}, Range{value, value, 0}).first;
        place->second.low = std::min(place->second.low, value);
        place->second.high = std::max(place->second.high, value);
        ++place->second.launches;
      }
    }
  }
  return ranges;
}

bool NameHas(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace

bool IsCounted(std::string_view counter) {
  return NameHas(counter, "bytes") || NameHas(counter, "messages") || NameHas(counter, "calls");
}

bool IsWork(std::string_view counter) {
  return IsCounted(counter) && (!NameHas(counter, "bytes") || NameHas(counter, "sent") || NameHas(counter, "received"));
}

std::vector<CountedDifference> CountedDifferences(const std::vector<LaunchRecord>& baseline,
                                                  const std::vector<LaunchRecord>& candidate) {
  const auto before = RangesOf(baseline);
  std::vector<CountedDifference> differences;
  for (const auto& [counted, after] : RangesOf(candidate)) {
    const auto partner = before.find(counted);
    if (partner == before.end()) continue;
    const Range& old = partner->second;
    if (old.low == after.low && old.high == after.high) continue;
    differences.push_back(
        {counted.series, counted.counter, old.low, old.high, after.low, after.high, old.Agreed() && after.Agreed()});
  }
  std::stable_partition(differences.begin(), differences.end(), [](const CountedDifference& one) { return one.exact; });
  return differences;
}

CountedBySeries BySeries(const std::vector<CountedDifference>& differences) {
  CountedBySeries by_series;
  for (const CountedDifference& one : differences) by_series[one.series].push_back(&one);
  return by_series;
}

std::string CountText(double low, double high) {
  return low == high ? fmt::format("{:.10g}", low) : fmt::format("{:.10g}..{:.10g}", low, high);
}

std::string CountedText(const CountedDifference& one) {
  const std::string values =
      fmt::format("{} {} {} -> {}", one.series, one.counter, CountText(one.baseline_low, one.baseline_high),
                  CountText(one.candidate_low, one.candidate_high));
  if (one.baseline_low != one.baseline_high || one.candidate_low != one.candidate_high) {
    return values + ", varies between launches";
  }
  return one.baseline_low > 0 ? fmt::format("{} ({})", values, FormatChange(one.candidate_low / one.baseline_low))
                              : values;
}

bool IsClear(const CountedDifference& one) {
  return one.exact || one.candidate_low > one.baseline_high || one.candidate_high < one.baseline_low;
}

}  // namespace mpigauge
