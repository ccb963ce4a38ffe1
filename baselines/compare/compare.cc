#include "baselines/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "baselines/compare/comparability.h"
#include "baselines/compare/verdict.h"
#include "harness/base/error.h"
#include "harness/base/units.h"
#include "harness/stats/hodges_lehmann.h"
#include "harness/stats/holm.h"
#include "harness/stats/rank_sum.h"

namespace mpigauge {
namespace {

// A series over the launches of one side.
struct Sample {
  SeriesRecord series;  // of the first launch, for what is the same in all
  std::vector<double> medians;
  std::vector<double> minima;
  std::vector<double> local_medians;
  std::optional<Fault> fault;  // the first that was met
  std::int64_t faults = 0;
};

using Samples = std::map<std::string, Sample>;

Samples Collect(const Side& side) {
  Samples samples;
  for (const LaunchRecord& launch : side.launches) {
    for (const SeriesRecord& series : launch.series) {
      if (series.family == "self-test") continue;  // of the harness, not of the library
      Sample& sample = samples[series.name];
      if (sample.series.name.empty()) sample.series = series;
      if (series.fault) {
        if (!sample.fault) sample.fault = series.fault;
        ++sample.faults;
      }
      if (series.summary.count == 0 || !(series.summary.median > 0)) continue;
      if (series.fault && series.fault->kind == "clocks-apart") continue;  // measured, but wrong
      sample.medians.push_back(series.summary.median);
      sample.minima.push_back(series.summary.minimum);
      sample.local_medians.push_back(series.local_summary.median);
    }
  }
  return samples;
}

std::vector<double> Logarithms(const std::vector<double>& values) {
  std::vector<double> logarithms;
  for (const double value : values) logarithms.push_back(std::log(value));
  return logarithms;
}

double MedianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return Quantile(values, 0.5);
}

// The distributions of the exact test, one per pair of sample sizes: a suite has few.
class Distributions {
 public:
  const RankSumDistribution& Of(std::size_t m, std::size_t n) {
    auto& distribution = known_[{m, n}];
    if (!distribution) distribution.emplace(m, n);
    return *distribution;
  }

 private:
  std::map<std::pair<std::size_t, std::size_t>, std::optional<RankSumDistribution>> known_;
};

// The numbers of one series; the verdict needs the whole suite.
SeriesComparison Numbers(const Sample& baseline, const Sample& candidate, const CompareSettings& settings,
                         Distributions& distributions) {
  SeriesComparison result;
  result.name = candidate.series.name;
  result.case_name = candidate.series.case_name;
  result.family = candidate.series.family;
  result.parameters = candidate.series.parameters;
  result.tolerance = settings.tolerance.Of(result.name);
  result.baseline_seconds = baseline.medians;
  result.candidate_seconds = candidate.medians;
  result.baseline_median = MedianOf(baseline.medians);
  result.candidate_median = MedianOf(candidate.medians);
  const auto before = Logarithms(baseline.medians);
  const auto after = Logarithms(candidate.medians);
  result.p_slower = RankSumSlower(before, after);
  const ShiftInterval shift =
      HodgesLehmann(before, after, settings.confidence, distributions.Of(before.size(), after.size()));
  result.ratio = std::exp(shift.estimate);
  result.low = std::exp(shift.low);
  result.high = std::exp(shift.high);
  result.level = shift.level;
  result.floor_ratio = MedianOf(candidate.minima) / MedianOf(baseline.minima);
  result.local_ratio = MedianOf(candidate.local_medians) / MedianOf(baseline.local_medians);
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

bool WrongOnlyInCandidate(const Sample& baseline, const Sample& candidate) {
  const auto wrong = [](const Sample& sample) { return sample.fault && sample.fault->kind == "wrong-data"; };
  return wrong(candidate) && !wrong(baseline);
}

SeriesComparison FailedByData(const Sample& candidate) {
  SeriesComparison result;
  result.name = candidate.series.name;
  result.case_name = candidate.series.case_name;
  result.family = candidate.series.family;
  result.parameters = candidate.series.parameters;
  result.verdict = Verdict::kFail;
  result.reason = fmt::format("wrong data on rank {}: {}", candidate.fault->rank, candidate.fault->message);
  result.ratio = result.low = result.high = result.level = std::nan("");
  result.baseline_median = result.candidate_median = std::nan("");
  result.floor_ratio = result.local_ratio = std::nan("");
  return result;
}

void DecideAll(std::vector<SeriesComparison>& all, const CompareSettings& settings) {
  std::vector<double> slower;
  std::vector<double> faster;
  for (const SeriesComparison& one : all) {
    slower.push_back(one.p_slower);
    faster.push_back(RankSumSlower(Logarithms(one.candidate_seconds), Logarithms(one.baseline_seconds)));
  }
  const auto slower_adjusted = HolmAdjusted(slower);
  const auto faster_adjusted = HolmAdjusted(faster);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].p_adjusted = slower_adjusted[i];
    Decide(all[i], settings.alpha, settings.confidence, faster_adjusted[i]);
  }
}

// If work without MPI moved too, the machine changed.
void NoteControls(const std::vector<SeriesComparison>& controls, double alpha, std::vector<std::string>& notes) {
  for (const SeriesComparison& control : controls) {
    const double other_side =
        RankSumSlower(Logarithms(control.candidate_seconds), Logarithms(control.baseline_seconds));
    const double p = 2 * std::min(control.p_slower, other_side) * static_cast<double>(controls.size());
    if (p > alpha || std::fabs(std::log(control.ratio)) < std::log1p(control.tolerance)) continue;
    notes.push_back(fmt::format("the control {} moved by {}: the machine changed, not only the library", control.name,
                                FormatChange(control.ratio)));
  }
}

void NoteDisagreement(const std::vector<SeriesComparison>& all, std::vector<std::string>& notes) {
  for (const SeriesComparison& one : all) {
    if (one.verdict != Verdict::kFail || !(one.local_ratio < 1)) continue;
    notes.push_back(fmt::format("{}: global times say {}, local times {}: two ways of timing disagree in the sign",
                                one.name, FormatChange(one.ratio), FormatChange(one.local_ratio)));
  }
}

}  // namespace

Comparison Compare(const Side& baseline, const Side& candidate, const CompareSettings& settings) {
  for (const Side* side : {&baseline, &candidate}) {
    if (side->launches.empty()) throw UsageError("{}: has no launches to compare", side->label);
  }
  Comparison comparison;
  comparison.baseline = baseline.label;
  comparison.candidate = candidate.label;
  comparison.alpha = settings.alpha;
  Comparability comparability = CheckComparable(baseline.launches, candidate.launches, settings.allowed_fields);
  comparison.allowed_differences = std::move(comparability.allowed);
  comparison.context_differences = std::move(comparability.context);

  // Pair the series up by name.
  const Samples before = Collect(baseline);
  const Samples after = Collect(candidate);
  Distributions distributions;
  std::vector<SeriesComparison> wrong;
  for (const auto& [name, sample] : after) {
    const auto partner = before.find(name);
    if (partner == before.end()) {
      comparison.not_compared.push_back(name + ": only in the candidate");
    } else if (WrongOnlyInCandidate(partner->second, sample)) {
      wrong.push_back(FailedByData(sample));
    } else if (const std::string why = WhyNotComparable(partner->second, sample); !why.empty()) {
      comparison.not_compared.push_back(name + ": " + why);
    } else {
      auto& target = sample.series.family == "control" ? comparison.controls : comparison.series;
      target.push_back(Numbers(partner->second, sample, settings, distributions));
    }
  }
  for (const auto& [name, sample] : before) {
    if (!after.contains(name)) comparison.not_compared.push_back(name + ": only in the baseline");
  }

  // Decide, over the whole suite at once.
  DecideAll(comparison.series, settings);
  DecideAll(comparison.controls, settings);
  comparison.series.insert(comparison.series.end(), wrong.begin(), wrong.end());
  SortWorstFirst(comparison.series);
  comparison.verdict = GateVerdict(comparison.series);
  NoteControls(comparison.controls, settings.alpha, comparison.notes);
  NoteDisagreement(comparison.series, comparison.notes);
  return comparison;
}

}  // namespace mpigauge
