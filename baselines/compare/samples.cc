#include "baselines/compare/samples.h"

#include <algorithm>
#include <cmath>

#include "record/process_figures.h"
#include "stats/summary.h"
#include "stats/time_classes.h"

namespace mpigauge {
namespace {

constexpr double kPicosecond = 1e-12;  // a floor that is nothing once the overhead is taken off has a logarithm

// A series that ended in an error does not know yet whether it would have been measured in loops.
bool MeasuredAlike(const SeriesRecord& one, const SeriesRecord& other) {
  if (one.case_version != other.case_version) return false;
  const bool unknown = !HasFigure(one) || !HasFigure(other);
  return one.method == other.method || (unknown && DifferInLoopsAlone(one.method, other.method));
}

// The share of a launch's observations that may lie within half a tick of their median. 1 where they were not read.
double ShareInTick(const SeriesRecord& series, double tick) {
  std::int64_t all = 0;
  std::int64_t within = 0;
  for (const TimeClass& one : series.classes) {
    const double begin = EndOfClass(one.index - 1);
    const double end = EndOfClass(one.index);
    all += one.count;
    if (end >= series.summary.median - tick / 2 && begin <= series.summary.median + tick / 2) within += one.count;
  }
  return all == 0 ? 1 : static_cast<double>(within) / static_cast<double>(all);
}

// Seconds that the timer does not tell of a launch's median. Where all observations show one reading, it is a tick.
// Where they are spread over many, a median moves with the time, and what the ticks hide of it averages out over passes
// and launches; the part of a tick is left that is the share of the observations within it.
double Unresolved(const SeriesRecord& series) {
  const double tick = series.ResolutionSeconds();
  return tick * ShareInTick(series, tick);
}

void Add(const SeriesRecord& series, std::size_t launch, bool of_all_ranks, Sample& sample) {
  if (sample.series.name.empty() || (sample.medians.empty() && HasFigure(series))) sample.series = series;
  ++sample.seen;
  if (series.fault) {
    if (IsError(*series.fault)) ++sample.errors;
    const bool worse = sample.fault && IsError(*series.fault) && !IsError(*sample.fault);
    if (!sample.fault || worse) sample.fault = series.fault;
  }
  if (series.fault && series.fault->kind == FaultKind::kClocksApart) {
    ++sample.clocks_apart;
    return;
  }
  if (!HasFigure(series)) {
    sample.without.push_back(launch);
    return;
  }
  sample.medians.push_back(series.summary.median);
  sample.minima.push_back(std::max(series.summary.minimum, kPicosecond));
  sample.tails.push_back(series.summary.p99);
  sample.means.push_back(series.summary.mean);
  sample.processors.push_back(of_all_ranks ? series.cpu_seconds : 0);
  sample.local_medians.push_back(series.local_summary.median);
  sample.resolutions.push_back(Unresolved(series));
  sample.launches.push_back(launch);
  sample.classes.push_back(series.classes);
  if (series.first_call_seconds > 0) sample.first_calls.push_back(series.first_call_seconds);
  const auto late = static_cast<double>(series.Late());
  sample.late_shares.push_back(late / (late + static_cast<double>(series.summary.count)));
  if (series.verified) ++sample.checked;
}

}  // namespace

bool Selection::MayBeThatOf(const Selection& other) const {
  return std::all_of(settings.begin(), settings.end(), [&](const auto& setting) {
    const auto found = other.settings.find(setting.first);
    return found == other.settings.end() || found->second == setting.second;
  });
}

bool DifferInLoopsAlone(const Method& one, const Method& other) {
  Method alike = one;
  alike.mode = other.mode;
  const bool loops = (one.mode == "call" && other.mode == "calls") || (one.mode == "calls" && other.mode == "call");
  return loops && alike == other;
}

Selection SelectionOf(const LaunchRecord& launch) {
  Selection selection;
  for (const char* key : {"suite", "series", "sizes", "ranks", "odd_ranks", "filter", "io_directory", "threads"}) {
    const auto found = launch.settings.find(key);
    if (found == launch.settings.end()) continue;
    selection.settings.insert(*found);
    const bool planned = found->second.starts_with("bisection") || found->second.starts_with("skampi");
    selection.found_while_measuring = selection.found_while_measuring || planned;
  }
  return selection;
}

bool IsError(const Fault& fault) {
  return fault.kind == FaultKind::kError || fault.kind == FaultKind::kCrash || fault.kind == FaultKind::kHang;
}

std::vector<double> Logarithms(const std::vector<double>& values) {
  std::vector<double> logarithms;
  for (const double value : values) logarithms.push_back(std::log(value));
  return logarithms;
}

double MedianOfLaunches(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return Quantile(values, 0.5);
}

Samples CollectSamples(const Side& side, const Samples& others) {
  Samples samples;
  for (std::size_t launch = 0; launch < side.launches.size(); ++launch) {
    const Selection selection = SelectionOf(side.launches[launch]);
    const bool of_all_ranks = PeakMemoryOf(side.launches[launch]).has_value();  // else of an older program
    for (const SeriesRecord& series : side.launches[launch].series) {
      if (series.family == "self-test") continue;  // of the harness, not of the library
      Sample& sample = samples[series.name];
      if (!sample.series.name.empty() && !MeasuredAlike(sample.series, series)) {
        const auto other = others.find(series.name);
        if (other == others.end() || !MeasuredAlike(other->second.series, series)) continue;
        sample = Sample();
      }
      Add(series, launch, of_all_ranks, sample);
      sample.selections.insert(selection);
    }
  }
  return samples;
}

double ResolutionOf(const Sample& baseline, const Sample& candidate) {
  return std::max(MedianOfLaunches(baseline.resolutions), MedianOfLaunches(candidate.resolutions));
}

double TickRatio(double resolution_seconds, double baseline_seconds, double candidate_seconds) {
  if (resolution_seconds == 0) return 1;
  return 1 + resolution_seconds / std::min(baseline_seconds, candidate_seconds);
}

void WidenToTick(double log_tick, ShiftInterval& shift) {
  // Comparisons with NaN are false: it stays where there is no interval.
  shift.low = std::min(shift.low, shift.estimate - log_tick);
  shift.high = std::max(shift.high, shift.estimate + log_tick);
}

}  // namespace mpigauge
