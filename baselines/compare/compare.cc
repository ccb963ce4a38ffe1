#include "baselines/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "baselines/compare/comparability.h"
#include "baselines/compare/detectable_ratio.h"
#include "baselines/compare/method.h"
#include "baselines/compare/run_notes.h"
#include "baselines/compare/verdict.h"
#include "harness/base/error.h"
#include "harness/base/units.h"
#include "harness/stats/rank_sum.h"

namespace mpigauge {
namespace {

// A series over the launches of one side.
struct Sample {
  SeriesRecord series;  // of the first launch, for what is the same in all
  std::vector<double> medians;
  std::vector<double> minima;
  std::vector<double> local_medians;
  LaunchSamples observations;  // logarithms, of each launch; empty where they are not asked for
  std::optional<Fault> fault;  // the first that was met
  std::int64_t faults = 0;
};

using Samples = std::map<std::string, Sample>;

std::vector<double> Logarithms(const std::vector<double>& values) {
  std::vector<double> logarithms;
  for (const double value : values) logarithms.push_back(std::log(value));
  return logarithms;
}

bool OfOneSeries(const SeriesRecord& one, const SeriesRecord& other) {
  return one.case_version == other.case_version && one.method == other.method;
}

// Launches of one side may have measured a series in several ways: runs of a baseline before and after a benchmark was
// changed. Those count that are as in `others`, if any is; else those that are as the first.
Samples Collect(const Side& side, bool with_observations, const Samples& others) {
  Samples samples;
  for (const LaunchRecord& launch : side.launches) {
    for (const SeriesRecord& series : launch.series) {
      if (series.family == "self-test") continue;  // of the harness, not of the library
      Sample& sample = samples[series.name];
      if (!sample.series.name.empty() && !OfOneSeries(sample.series, series)) {
        const auto other = others.find(series.name);
        if (other == others.end() || !OfOneSeries(other->second.series, series)) continue;
        sample = Sample();
      }
      if (sample.series.name.empty()) sample.series = series;
      if (series.fault) {
        if (!sample.fault) sample.fault = series.fault;
        ++sample.faults;
      }
      if (!HasFigure(series)) continue;
      sample.medians.push_back(series.summary.median);
      sample.minima.push_back(series.summary.minimum);
      sample.local_medians.push_back(series.local_summary.median);
      if (with_observations) sample.observations.push_back(LogObservations(series));
    }
  }
  return samples;
}

double MedianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return Quantile(values, 0.5);
}

// Series that are judged together, and what the method sees of each.
struct Suite {
  std::vector<SeriesComparison> series;
  std::vector<PairedLaunches> launches;
};

// What is known of one series without a test.
SeriesComparison Numbers(const Sample& baseline, const Sample& candidate, const CompareSettings& settings) {
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

void TakeJudgement(const Judgement& judgement, SeriesComparison& series) {
  series.p_slower = judgement.p_slower;
  series.ratio = std::exp(judgement.shift.estimate);
  series.low = std::exp(judgement.shift.low);
  series.high = std::exp(judgement.shift.high);
  series.level = judgement.shift.level;
}

// Test and verdict of each series, which need the whole suite.
void JudgeAll(Suite& suite, const CompareSettings& settings, std::vector<std::string>& notes) {
  const CompareMethod& method = FindCompareMethod(settings.method);
  const auto judgements = method.judge(suite.launches, settings.confidence, notes);
  std::vector<double> slower;
  std::vector<double> faster;
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    TakeJudgement(judgements[i], suite.series[i]);
    slower.push_back(judgements[i].p_slower);
    faster.push_back(judgements[i].p_faster);
  }
  const auto slower_adjusted = AdjustedBy(settings.correction, slower);
  const auto faster_adjusted = AdjustedBy(settings.correction, faster);
  for (std::size_t i = 0; i < suite.series.size(); ++i) {
    SeriesComparison& one = suite.series[i];
    one.p_adjusted = method.p_decides ? slower_adjusted[i] : 1;
    Decide(one, settings.alpha, settings.confidence, method.p_decides ? faster_adjusted[i] : 1);
    one.p_adjusted = slower_adjusted[i];
    one.detectable_ratio =
        DetectableRatio(suite.launches[i], settings.method, settings.alpha / static_cast<double>(suite.series.size()));
  }
}

// A test of shape that decides nothing is said all the same.
void NoteShapes(const std::vector<SeriesComparison>& all, const CompareSettings& settings,
                std::vector<std::string>& notes) {
  if (FindCompareMethod(settings.method).p_decides) return;
  for (const SeriesComparison& one : all) {
    if (one.p_adjusted > settings.alpha) continue;
    notes.push_back(
        fmt::format("{}: the launches' medians are distributed differently (p {:.2g})", one.name, one.p_adjusted));
  }
}

// If work without MPI moved too, the machine changed. By the rank sum whatever the method: this is a doubt, no verdict.
void NoteControls(const std::vector<SeriesComparison>& controls, double alpha, std::vector<std::string>& notes) {
  for (const SeriesComparison& control : controls) {
    const auto before = Logarithms(control.baseline_seconds);
    const auto after = Logarithms(control.candidate_seconds);
    const double smaller = std::min(RankSumSlower(before, after), RankSumSlower(after, before));
    const double p = 2 * smaller * static_cast<double>(controls.size());
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

bool HasFigure(const SeriesRecord& series) {
  if (series.fault && series.fault->kind == "clocks-apart") return false;  // measured, but wrong
  return series.summary.count > 0 && series.summary.median > 0;
}

std::vector<double> LogObservations(const SeriesRecord& series) {
  constexpr double kPicosecond = 1e-12;
  std::vector<double> times = series.Times();
  times.erase(times.begin(), times.begin() + std::min<std::ptrdiff_t>(series.warm_up_observations, std::ssize(times)));
  for (double& time : times) time = std::log(std::max(time, kPicosecond));
  return times;
}

Comparison Compare(const Side& baseline, const Side& candidate, const CompareSettings& settings) {
  for (const Side* side : {&baseline, &candidate}) {
    if (side->launches.empty()) throw UsageError("{}: has no launches to compare", side->label);
  }
  if (const auto own = LaunchesOfEnvironment(baseline.launches, candidate.launches, settings.allowed_fields)) {
    Comparison comparison = Compare({baseline.label, *own}, candidate, settings);
    comparison.notes.push_back(fmt::format("{} of the baseline's {} launches are of the candidate's environment",
                                           own->size(), baseline.launches.size()));
    return comparison;
  }
  Comparison comparison;
  comparison.baseline = baseline.label;
  comparison.candidate = candidate.label;
  comparison.alpha = settings.alpha;
  comparison.method = settings.method;
  comparison.correction = settings.correction;
  Comparability comparability = CheckComparable(baseline.launches, candidate.launches, settings.allowed_fields);
  comparison.allowed_differences = std::move(comparability.allowed);
  comparison.context_differences = std::move(comparability.context);

  // Pair the series up by name.
  const bool with_observations = FindCompareMethod(settings.method).needs_observations;
  const Samples after = Collect(candidate, with_observations, {});
  const Samples before = Collect(baseline, with_observations, after);
  Suite suite;
  Suite controls;
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
      Suite& target = sample.series.family == "control" ? controls : suite;
      target.series.push_back(Numbers(partner->second, sample, settings));
      target.launches.push_back({Logarithms(partner->second.medians), Logarithms(sample.medians),
                                 partner->second.observations, sample.observations});
    }
  }
  for (const auto& [name, sample] : before) {
    if (!after.contains(name)) comparison.not_compared.push_back(name + ": only in the baseline");
  }

  // Decide, over the whole suite at once.
  JudgeAll(suite, settings, comparison.notes);
  std::vector<std::string> of_controls;  // the doubts of the method are the same as those of the suite
  JudgeAll(controls, settings, of_controls);
  comparison.series = std::move(suite.series);
  comparison.controls = std::move(controls.series);
  comparison.series.insert(comparison.series.end(), wrong.begin(), wrong.end());
  SortWorstFirst(comparison.series);
  comparison.verdict = GateVerdict(comparison.series);
  NoteRuns(baseline, candidate, comparison.notes);
  NoteControls(comparison.controls, settings.alpha, comparison.notes);
  NoteDisagreement(comparison.series, comparison.notes);
  NoteShapes(comparison.series, settings, comparison.notes);
  return comparison;
}

}  // namespace mpigauge
