#include "dashboards/report/findings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "harness/base/units.h"

namespace mpigauge {
namespace {

// The series of one group that are in the same state, by size.
struct Hits {
  const std::vector<SeriesComparison>& all;
  const SeriesGroup& group;
  std::vector<std::size_t> places;  // in `group.series`

  const SeriesComparison& at(std::size_t place) const { return all[group.series[place]]; }
};

using Choice = std::function<bool(const SeriesComparison&)>;

Hits Select(const std::vector<SeriesComparison>& all, const SeriesGroup& group, const Choice& choice) {
  Hits hits{all, group, {}};
  for (std::size_t place = 0; place < group.series.size(); ++place) {
    if (choice(hits.at(place))) hits.places.push_back(place);
  }
  return hits;
}

std::string SizeText(const SeriesComparison& series) { return FormatBytes(ParameterOr(series.parameters, "bytes", 0)); }

// " at 8 B to 1 MiB (8 of 8 sizes)"; empty for a case without sizes. "A to B" is said only of sizes without a
// gap.
std::string Where(const Hits& hits) {
  const auto& places = hits.places;
  if (ParameterOr(hits.at(places[0]).parameters, "bytes", -1) < 0) return "";
  const std::string first = SizeText(hits.at(places.front()));
  if (hits.group.series.size() == 1) return " at " + first;
  const std::string share = fmt::format("{} of {} sizes", places.size(), hits.group.series.size());
  const std::string last = SizeText(hits.at(places.back()));
  if (places.size() == 1) return fmt::format(" at {} ({})", first, share);
  if (places.size() == 2) return fmt::format(" at {} and {} ({})", first, last, share);
  const bool whole = places.back() - places.front() + 1 == places.size();
  return whole ? fmt::format(" at {} to {} ({})", first, last, share)
               : fmt::format(" at {} between {} and {}", share, first, last);
}

std::string Percent(double share) { return std::isfinite(share) ? fmt::format("{:.1f}%", share * 100) : "-"; }

// "got slower by up to 20.3% [17.1%, 23.9%]" of the slowest, "takes 2.31 times as long [2.20, 2.41]" from a
// factor of two on.
std::string Slowdown(const Hits& hits) {
  const SeriesComparison& worst = hits.at(*std::max_element(
      hits.places.begin(), hits.places.end(), [&](auto a, auto b) { return hits.at(a).ratio < hits.at(b).ratio; }));
  const char* most = hits.places.size() > 1 ? "up to " : "";
  if (worst.ratio >= 2) {
    return fmt::format("takes {}{:.2f} times as long [{:.2f}, {:.2f}]", most, worst.ratio, worst.low, worst.high);
  }
  return fmt::format("got slower by {}{} [{}, {}]", most, Percent(worst.ratio - 1), Percent(worst.low - 1),
                     Percent(worst.high - 1));
}

// The interval of a speed-up is that of the slowdown, turned around: the smaller gain comes first.
std::string Speedup(const Hits& hits) {
  const SeriesComparison& best = hits.at(*std::min_element(
      hits.places.begin(), hits.places.end(), [&](auto a, auto b) { return hits.at(a).ratio < hits.at(b).ratio; }));
  return fmt::format("got faster by {}{} [{}, {}]", hits.places.size() > 1 ? "up to " : "", Percent(1 - best.ratio),
                     Percent(1 - best.high), Percent(1 - best.low));
}

std::string CaseList(const Comparison& comparison) {
  std::vector<std::string> names;
  for (const SeriesComparison& series : comparison.series) {
    const bool known = std::find(names.begin(), names.end(), series.case_name) != names.end();
    if (series.verdict == Verdict::kFail && !known) names.push_back(series.case_name);
  }
  constexpr std::size_t kMost = 3;
  if (names.size() > kMost) {
    const std::size_t more = names.size() - kMost;
    names.resize(kMost);
    names.push_back(fmt::format("{} more", more));
  }
  if (names.size() == 1) return names[0];
  const std::string last = names.back();
  names.pop_back();
  return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

bool HasWrongData(const SeriesComparison& series) {
  return series.verdict == Verdict::kFail && std::isnan(series.ratio);
}

bool GotSlower(const SeriesComparison& series) { return series.verdict == Verdict::kFail && !HasWrongData(series); }

const char* WhatHappened(const Comparison& comparison) {
  const auto& all = comparison.series;
  if (std::none_of(all.begin(), all.end(), HasWrongData)) return "got slower";
  return std::any_of(all.begin(), all.end(), GotSlower) ? "got slower or gave wrong data" : "gave wrong data";
}

}  // namespace

std::string VerdictSentence(const Comparison& comparison) {
  const std::size_t all = comparison.series.size();
  switch (comparison.verdict) {
    case Verdict::kFail:
      return fmt::format("{} {}: {} of {} series fail.", CaseList(comparison), WhatHappened(comparison),
                         comparison.Count(Verdict::kFail), all);
    case Verdict::kPass:
      if (const std::size_t waived = comparison.CountWaived(); waived > 0) {
        return fmt::format("All {} series stayed within their tolerance, but for {} that {} waived.", all, waived,
                           waived == 1 ? "is" : "are");
      }
      return fmt::format("Nothing got slower: all {} series stayed within their tolerance.", all);
    case Verdict::kInconclusive:
      break;
  }
  if (all == 0) return "No series could be compared.";
  return fmt::format("{} of {} series cannot be told apart from a slowdown; more launches decide.",
                     comparison.Count(Verdict::kInconclusive), all);
}

std::vector<Finding> Findings(const Comparison& comparison, const std::vector<SeriesGroup>& groups) {
  std::vector<Finding> findings;
  const auto add = [&](const char* kind, const Choice& choice, const std::function<std::string(const Hits&)>& text) {
    for (const SeriesGroup& group : groups) {
      const Hits hits = Select(comparison.series, group, choice);
      if (!hits.places.empty()) findings.push_back({kind, group.label + " " + text(hits)});
    }
  };
  add("fail", HasWrongData,
      [](const Hits& hits) { return fmt::format("fails{}: {}.", Where(hits), hits.at(hits.places[0]).reason); });
  add("fail", GotSlower, [](const Hits& hits) { return Slowdown(hits) + Where(hits) + "."; });
  add(
      "inconclusive", [](const SeriesComparison& one) { return one.verdict == Verdict::kInconclusive; },
      [](const Hits& hits) {
        return fmt::format("is inconclusive{}: {}.", Where(hits), hits.at(hits.places[0]).reason);
      });
  add(
      "waived", [](const SeriesComparison& one) { return !one.waived.empty(); },
      [](const Hits& hits) {
        return fmt::format("{}{}, waived {}.", Slowdown(hits), Where(hits), hits.at(hits.places[0]).waived);
      });
  add(
      "faster", [](const SeriesComparison& one) { return one.improved; },
      [](const Hits& hits) { return Speedup(hits) + Where(hits) + "."; });
  return findings;
}

}  // namespace mpigauge
