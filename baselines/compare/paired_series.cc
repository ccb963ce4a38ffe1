#include "baselines/compare/paired_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "baselines/compare/samples.h"
#include "baselines/compare/without_times.h"

namespace mpigauge {
namespace {

template <typename Value>
std::vector<Value> OfLaunches(const std::vector<Value>& facts, const std::vector<std::size_t>& launches) {
  std::vector<Value> chosen;
  if (facts.empty()) return chosen;
  for (const std::size_t launch : launches) chosen.push_back(facts[launch]);
  return chosen;
}

// The launches of both sides as one of their figures tells them: medians, minima or tails.
PairedLaunches LaunchesOf(const Sample& baseline, const Sample& candidate, std::vector<double> Sample::*figure,
                          const LaunchFacts& facts) {
  PairedLaunches launches;
  launches.baseline = Logarithms(baseline.*figure);
  launches.candidate = Logarithms(candidate.*figure);
  launches.baseline_blocks = OfLaunches(facts.blocks.baseline, baseline.launches);
  launches.candidate_blocks = OfLaunches(facts.blocks.candidate, candidate.launches);
  launches.log_tick = std::log(TickRatio(ResolutionOf(baseline, candidate), MedianOfLaunches(baseline.*figure),
                                         MedianOfLaunches(candidate.*figure)));
  return launches;
}

// "error: MPI_ERR_OTHER: ..."; empty where nothing is wrong with this side.
std::string WhatIsWrong(const Sample& sample) {
  if (sample.fault) return fmt::format("{}: {}", FaultKindName(sample.fault->kind), sample.fault->message);
  return sample.without.empty() ? "" : "the times are zero";
}

MissingTimes MissingOf(const Sample& baseline, const Sample& candidate) {
  return {baseline.without, candidate.without, baseline.seen - baseline.clocks_apart,
          candidate.seen - candidate.clocks_apart, WhatIsWrong(candidate)};
}

// SeriesComparison::faults.
std::string FaultsText(const Sample& baseline, const Sample& candidate) {
  if (candidate.errors > 0) {
    const std::string before =
        baseline.errors > 0 ? fmt::format(", in the baseline in {} of {}", baseline.errors, baseline.seen) : "";
    return fmt::format("{} in {} of {} launches{}: {}", FaultKindName(candidate.fault->kind), candidate.errors,
                       candidate.seen, before, candidate.fault->message);
  }
  if (baseline.errors == 0) return "";
  return fmt::format("in the baseline {} in {} of {} launches: {}", FaultKindName(baseline.fault->kind),
                     baseline.errors, baseline.seen, baseline.fault->message);
}

// Returns the facts about one series that need no test.
SeriesComparison Numbers(const Sample& baseline, const Sample& candidate, const CompareSettings& settings) {
  SeriesComparison result;
  result.name = candidate.series.name;
  result.case_name = candidate.series.case_name;
  result.family = candidate.series.family;
  result.parameters = candidate.series.parameters;
  result.baseline_seconds = baseline.medians;
  result.candidate_seconds = candidate.medians;
  result.baseline_median = MedianOfLaunches(baseline.medians);
  result.candidate_median = MedianOfLaunches(candidate.medians);
  result.tolerance = result.family == kStartUpFamily
                         ? settings.tolerance.OfStartUp(result.name, result.case_name, result.baseline_median)
                         : settings.tolerance.Of(result.name);
  result.resolution_seconds = ResolutionOf(baseline, candidate);
  result.local_ratio = MedianOfLaunches(candidate.local_medians) / MedianOfLaunches(baseline.local_medians);
  result.missing = MissingOf(baseline, candidate);
  result.faults = FaultsText(baseline, candidate);
  result.faults_of_baseline_alone = candidate.errors == 0 && baseline.errors > 0;
  return result;
}

// Why two samples of one name are not of one series; empty where they are.
std::string WhyNotComparable(const Sample& baseline, const Sample& candidate) {
  if (baseline.series.case_version != candidate.series.case_version) {
    return fmt::format("the case changed (version {} and {})", baseline.series.case_version,
                       candidate.series.case_version);
  }
  if (baseline.series.method != candidate.series.method) {
    return fmt::format("measured in another way ('{}' and '{}')", baseline.series.method.Text(),
                       candidate.series.method.Text());
  }
  if (baseline.medians.empty() || candidate.medians.empty()) {
    const Sample& empty = candidate.medians.empty() ? candidate : baseline;
    return fmt::format("no result in the {}: {}", candidate.medians.empty() ? "candidate" : "baseline",
                       empty.fault ? empty.fault->message : "never measured");
  }
  return "";
}

const char* HowManyAtATime(const Method& method) {
  return method.mode == "calls" ? "several operations at a time" : "one operation at a time";
}

// Returns a comparison that needs no test; nothing if times can be compared.
std::optional<SeriesComparison> Untested(const Sample& baseline, const Sample& candidate) {
  const bool both = !baseline.medians.empty() && !candidate.medians.empty();
  if (both && DifferInLoopsAlone(baseline.series.method, candidate.series.method)) {
    return WithoutTimes(candidate.series, Broken::kNotMeasured,
                        fmt::format("one operation is about as short as the timer resolves: the baseline was measured "
                                    "{} and the candidate {}, which cannot be compared; a finer --timer measures both "
                                    "alike",
                                    HowManyAtATime(baseline.series.method), HowManyAtATime(candidate.series.method)));
  }
  if (!candidate.medians.empty() || baseline.medians.empty()) return std::nullopt;
  const std::string what = WhatIsWrong(candidate);
  if (candidate.errors == candidate.seen) {
    return WithoutTimes(
        candidate.series, Broken::kDoesNotWork,
        fmt::format("works with the baseline, but in none of {} launches of the candidate; {}", candidate.seen, what));
  }
  return WithoutTimes(candidate.series, Broken::kNotMeasured,
                      fmt::format("no time in any of {} launches of the candidate; {}", candidate.seen, what));
}

bool HasCase(const Samples& samples, const std::string& case_name) {
  return std::any_of(samples.begin(), samples.end(),
                     [&](const auto& one) { return one.second.series.case_name == case_name; });
}

// Whether the candidate, which does not have this series of the baseline, was asked for it: where nothing says that it
// was left out on purpose, it was. Where sizes are found while measuring, another size stands for it.
bool WasAskedFor(const Sample& missing, const Samples& after, const std::set<Selection>& asked) {
  for (const Selection& of_candidate : asked) {
    for (const Selection& of_baseline : missing.selections) {
      if (!of_candidate.MayBeThatOf(of_baseline)) continue;
      const bool found = of_candidate.found_while_measuring || of_baseline.found_while_measuring;
      if (!found || !HasCase(after, missing.series.case_name)) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<SeriesComparison> PairUp(const Samples& before, const Samples& after, const std::set<Selection>& asked,
                                     const LaunchFacts& facts, const CompareSettings& settings, Suite& suite,
                                     Suite& controls, std::vector<std::string>& not_compared) {
  std::vector<SeriesComparison> untested;
  for (const auto& [name, sample] : after) {
    const auto partner = before.find(name);
    const bool control = sample.series.family == "control";
    if (partner == before.end()) {
      not_compared.push_back(name + ": only in the candidate");
    } else if (auto broken = Untested(partner->second, sample); broken && !control) {
      broken->missing = MissingOf(partner->second, sample);
      untested.push_back(std::move(*broken));
    } else if (const std::string why = WhyNotComparable(partner->second, sample); !why.empty()) {
      not_compared.push_back(name + ": " + why);
    } else {
      Suite& target = control ? controls : suite;
      target.series.push_back(Numbers(partner->second, sample, settings));
      target.launches.push_back(LaunchesOf(partner->second, sample, &Sample::medians, facts));
      target.floors.push_back(LaunchesOf(partner->second, sample, &Sample::minima, facts));
      target.tails.push_back(LaunchesOf(partner->second, sample, &Sample::tails, facts));
      target.means.push_back(LaunchesOf(partner->second, sample, &Sample::means, facts));
      target.processors.push_back(LaunchesOf(partner->second, sample, &Sample::processors, facts));
      target.spread.push_back({partner->second.classes, sample.classes, partner->second.medians, sample.medians,
                               OfLaunches(facts.baseline_runs, partner->second.launches)});
    }
  }
  for (const auto& [name, sample] : before) {
    if (after.contains(name)) continue;
    const bool works = !sample.medians.empty() && sample.series.family != "control";
    if (works && WasAskedFor(sample, after, asked)) {
      untested.push_back(WithoutTimes(sample.series, Broken::kNotMeasured,
                                      "both sides were to measure it, and the candidate has no result"));
    } else {
      not_compared.push_back(name + ": only in the baseline");
    }
  }
  return untested;
}

std::string ControlWithoutTimes(const Samples& before, const Samples& after, double alpha) {
  for (const auto& [name, sample] : after) {
    const auto partner = before.find(name);
    if (sample.series.family != "control" || partner == before.end()) continue;
    if (MissingOf(partner->second, sample).P() <= alpha) return name;
  }
  return "";
}

std::vector<std::string> SeriesFaultNotes(const std::vector<SeriesComparison>& series) {
  std::vector<std::string> notes;
  for (const SeriesComparison& one : series) {
    if (one.faults.empty()) continue;
    notes.push_back(
        fmt::format("{}: {}{}", one.name, one.faults_of_baseline_alone ? "" : "in the candidate ", one.faults));
  }
  return notes;
}

}  // namespace mpigauge
