#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "baselines/compare/compare.h"
#include "baselines/compare/comparison.h"
#include "stats/hodges_lehmann.h"

namespace mpigauge {

// The series that a launch was asked to measure, as far as its record says.
struct Selection {
  std::map<std::string, std::string> settings;  // those that choose series: suite, filter, sizes, ...
  bool found_while_measuring = false;           // sizes or ranks are: two launches rarely have the same ones

  // No setting says that the other launch was asked for something else.
  bool MayBeThatOf(const Selection& other) const;
  auto operator<=>(const Selection&) const = default;
};

// A series over the launches of one side.
struct Sample {
  SeriesRecord series;  // of the first launch that has a time, for what is the same in all
  std::vector<double> medians;
  std::vector<double> minima;
  std::vector<double> tails;  // 99th percentiles
  std::vector<double> means;
  std::vector<double> processors;  // seconds of processor time of a call; 0 where it is not known
  std::vector<double> local_medians;
  std::vector<double> resolutions;    // what the timer could not tell, in seconds; of each launch
  std::vector<std::size_t> launches;  // which launch of the side each of these is of
  std::vector<TimeClasses> classes;   // of each launch; empty ones where they were not read
  std::vector<double> first_calls;    // seconds of the first call of a process, of those where it is known
  std::vector<double> late_shares;    // of a launch's starts those where a rank was late
  std::size_t checked = 0;            // in so many launches the data were checked
  std::optional<Fault> fault;         // an error, else the first that was met
  std::int64_t seen = 0;              // in so many launches
  std::int64_t errors = 0;            // of them so many ended in an error, a crash or a hang of this series
  std::int64_t clocks_apart = 0;      // and so many were measured across clocks that were apart
  std::vector<std::size_t> without;   // which of the other launches have no time
  std::set<Selection> selections;     // what those launches were asked to measure
};

// Whether two ways to measure are the same but for this: one of them takes several operations at a time, as one was
// found to be too short for the timer ("calls"), and the other takes one ("call").
bool DifferInLoopsAlone(const Method& one, const Method& other);

// Samples by the name of their series.
using Samples = std::map<std::string, Sample>;

// Cases that check the harness itself are left out, and so are times across clocks that were apart. Launches of one
// side may have measured a series in several ways: runs of a baseline before and after a benchmark was changed. Those
// count that are as in `others`, if any is; else those that are as the first.
Samples CollectSamples(const Side& side, const Samples& others);

Selection SelectionOf(const LaunchRecord& launch);

// An operation that does not work, in contrast to one that the machine did not let us measure.
bool IsError(const Fault& fault);

std::vector<double> Logarithms(const std::vector<double>& values);

// Sorted here; NaN where there is none.
double MedianOfLaunches(std::vector<double> values);

// If a timer cannot tell two times apart, no comparison can. The difference of two readings is wrong by less than one
// tick, and so is the median of many that begin alike; two medians that differ by one tick may be of equal times.
// Launches that vary by more than a tick show what lies between; where they do not, no number of them does. So an
// interval reaches one tick to either side of its estimate, at least.

// Seconds of an operation's time: of the side whose timer is coarser, in the median over its launches. Of a launch it
// is a tick, times the share of its observations that are within a tick around their median.
double ResolutionOf(const Sample& baseline, const Sample& candidate);

// One tick as a ratio, 1.33 for 10 ns of 30 ns; at the shorter one of both times, where it is larger. 1 where the
// resolution is 0.
double TickRatio(double resolution_seconds, double baseline_seconds, double candidate_seconds);

// The interval reaches `log_tick` to either side of the estimate. A series without an interval stays without one.
void WidenToTick(double log_tick, ShiftInterval& shift);

}  // namespace mpigauge
