#include "simulator/trace/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "base/error.h"
#include "simulator/trace/codec.h"
#include "simulator/trace/computation.h"
#include "simulator/trace/to_program.h"
#include "simulator/trace/trace_file.h"
#include "simulator/trace/trace_set.h"

namespace mpigauge {
namespace {

// Above these a machine counts as loaded: a choice, not a measurement. Ranks that share a core are at 1.16 and more,
// see docs/results/2026-11-22-traces.md.
constexpr double kLoadedWallOverCpu = 1.05;
constexpr double kLoadedTotals = 0.10;

// The calls of a rank that are left when it does not poll.
struct Calls {
  std::vector<std::size_t> events;
  std::vector<std::int64_t> nanoseconds;  // computed before each
};

Calls CallsOf(const RankTrace& trace) {
  const Computation computation = ComputationOf(trace, ToProgramOptions().polling_seconds);
  Calls calls;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    if (computation.nanoseconds[i] == Computation::kNothingFound) continue;
    calls.events.push_back(i);
    calls.nanoseconds.push_back(computation.nanoseconds[i]);
  }
  return calls;
}

// Returns the part of an event that must be the same: not times, and not what is left to chance.
TraceEvent Shape(TraceEvent event) {
  event.cpu_nanoseconds = event.before_nanoseconds = event.inside_nanoseconds = 0;
  event.matches.clear();
  return event;
}

bool SameMatches(const TraceEvent& a, const TraceEvent& b) { return a.matches == b.matches; }

double Median(std::vector<std::int64_t>& values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  const auto at = [&](std::size_t i) { return static_cast<double>(values[i]); };
  return values.size() % 2 == 1 ? at(half) : (at(half - 1) + at(half)) / 2;
}

// One rank in all traces.
class RankMerge {
 public:
  RankMerge(const std::vector<TraceSet>& all, int rank) : all_(all), rank_(rank) {
    for (const TraceSet& traces : all_) calls_.push_back(CallsOf(TraceIn(traces)));
    Check();
  }

  // Sums over the bursts; of the computation of each trace.
  struct Sums {
    std::vector<double> computed;
    double before = 0;  // on the wall clock
    double cpu = 0;
    double range = 0;
    double medians = 0;
    std::int64_t other_matches = 0;
  };
  void AddTo(Sums& sums) {
    sums.computed.resize(all_.size());
    for (std::size_t call = 0; call < calls_[0].events.size(); ++call) {
      auto& values = ValuesOf(call);
      for (std::size_t i = 0; i < values.size(); ++i) sums.computed[i] += static_cast<double>(values[i]);
      sums.medians += Median(values);
      sums.range += static_cast<double>(values.back() - values.front());
      if (EventOf(0, call).call == TraceCall::kInit) continue;
      bool same = true;
      for (std::size_t i = 0; i < all_.size(); ++i) {
        sums.before += static_cast<double>(EventOf(i, call).before_nanoseconds);
        sums.cpu += static_cast<double>(EventOf(i, call).cpu_nanoseconds);
        same = same && SameMatches(EventOf(0, call), EventOf(i, call));
      }
      if (!same) ++sums.other_matches;
    }
  }

  RankTrace Result(MergeEstimator estimator) {
    RankTrace merged{.header = TraceIn(all_[0]).header, .complete = TraceIn(all_[0]).complete};
    merged.header.run_id = fmt::format("{}-merged-{}", merged.header.run_id, all_.size());
    for (std::size_t call = 0; call < calls_[0].events.size(); ++call) {
      TraceEvent event = EventOf(0, call);
      event.cpu_nanoseconds = Estimate(ValuesOf(call), estimator);
      event.before_nanoseconds = Estimate(Gather(call, &TraceEvent::before_nanoseconds), estimator);
      event.inside_nanoseconds = Estimate(Gather(call, &TraceEvent::inside_nanoseconds), estimator);
      merged.events.push_back(std::move(event));
    }
    return merged;
  }

 private:
  const RankTrace& TraceIn(const TraceSet& traces) const { return traces.ranks[static_cast<std::size_t>(rank_)]; }
  const TraceEvent& EventOf(std::size_t trace, std::size_t call) const {
    return TraceIn(all_[trace]).events[calls_[trace].events[call]];
  }

  void Check() const {
    const std::size_t most = calls_[0].events.size();
    for (std::size_t i = 1; i < all_.size(); ++i) {
      for (std::size_t call = 0; call < std::min(most, calls_[i].events.size()); ++call) {
        if (Shape(EventOf(0, call)) == Shape(EventOf(i, call))) continue;
        const std::size_t first = calls_[0].events[call];
        const bool same_name = CallName(EventOf(0, call)) == CallName(EventOf(i, call));
        throw UsageError("{} differs from {}, call {} ({}){}; only runs that make the same calls can be merged",
                         CallPlace{all_[i], rank_, calls_[i].events[call]}.Text(), all_[0].path, first + 1,
                         CallName(EventOf(0, call)), same_name ? " in its arguments" : "");
      }
      if (calls_[i].events.size() == most) continue;
      throw UsageError(
          "{}: rank {} makes {} calls, but in {} it makes {} (without tests and probes that found nothing)",
          all_[i].path, rank_, calls_[i].events.size(), all_[0].path, most);
    }
  }

  std::vector<std::int64_t>& ValuesOf(std::size_t call) {
    values_.clear();
    for (const Calls& calls : calls_) values_.push_back(calls.nanoseconds[call]);
    return values_;
  }

  std::vector<std::int64_t>& Gather(std::size_t call, std::int64_t TraceEvent::*time) {
    values_.clear();
    for (std::size_t i = 0; i < all_.size(); ++i) values_.push_back(EventOf(i, call).*time);
    return values_;
  }

  static std::int64_t Estimate(std::vector<std::int64_t>& values, MergeEstimator estimator) {
    if (estimator == MergeEstimator::kMinimum) return *std::min_element(values.begin(), values.end());
    return static_cast<std::int64_t>(Median(values));
  }

  const std::vector<TraceSet>& all_;
  int rank_;
  std::vector<Calls> calls_;
  std::vector<std::int64_t> values_;  // kept for its memory
};

void CheckSame(const std::vector<TraceSet>& all) {
  if (all.size() < 2) throw UsageError("merging needs at least two traces of the same program");
  for (const TraceSet& traces : all) {
    if (traces.ranks.size() == all[0].ranks.size()) continue;
    throw UsageError("{} has {} ranks, but {} has {}", traces.path, traces.ranks.size(), all[0].path,
                     all[0].ranks.size());
  }
}

void Choose(const RankMerge::Sums& sums, MergeEstimator asked, Merged& merged) {
  const auto [least, most] = std::minmax_element(sums.computed.begin(), sums.computed.end());
  const double totals = *least > 0 ? *most / *least - 1 : 0;
  merged.wall_over_cpu = sums.cpu > 0 ? sums.before / sums.cpu : 1;
  merged.spread = sums.medians > 0 ? sums.range / sums.medians : 0;
  merged.estimator = asked;
  if (asked != MergeEstimator::kAuto) return;
  const bool loaded = merged.wall_over_cpu > kLoadedWallOverCpu || totals > kLoadedTotals;
  merged.estimator = loaded ? MergeEstimator::kMinimum : MergeEstimator::kMedian;
  merged.reason = fmt::format(
      "the machine was {}: computations took {:.2f} times as long on the wall clock as on the CPU, and the traces' "
      "totals differ by {:.1f}%",
      loaded ? "loaded" : "quiet", merged.wall_over_cpu, 100 * totals);
}

}  // namespace

std::string NameOf(MergeEstimator estimator) {
  if (estimator == MergeEstimator::kAuto) return "auto";
  return estimator == MergeEstimator::kMinimum ? "minimum" : "median";
}

Merged Merge(const std::vector<TraceSet>& all, MergeEstimator estimator) {
  CheckSame(all);
  Merged merged;
  RankMerge::Sums sums;
  std::vector<RankMerge> ranks;
  for (std::size_t rank = 0; rank < all[0].ranks.size(); ++rank) {
    ranks.emplace_back(all, static_cast<int>(rank));
    ranks.back().AddTo(sums);
  }
  Choose(sums, estimator, merged);
  merged.traces.path = all[0].path;
  for (RankMerge& rank : ranks) {
    merged.traces.ranks.push_back(rank.Result(merged.estimator));
    for (const TraceEvent& event : merged.traces.ranks.back().events) {
      merged.merged_seconds += static_cast<double>(event.cpu_nanoseconds) / 1e9;
    }
  }
  for (const double nanoseconds : sums.computed) merged.computed_seconds.push_back(nanoseconds / 1e9);
  if (sums.other_matches > 0) {
    merged.notes.push_back(fmt::format(
        "in {} calls the traces received other messages, or completed other requests: as in the first trace",
        sums.other_matches));
  }
  return merged;
}

void WriteTraces(const TraceSet& traces, const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw UsageError("{}: {}", folder.string(), error.message());
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (RankOfTraceFile(entry.path().filename().string()) < 0) continue;
    throw UsageError("{}: there are traces already; give a new folder", folder.string());
  }
  for (const RankTrace& rank : traces.ranks) {
    TraceWriter writer((folder / TraceFileName(rank.header.rank)).string(), rank.header);
    for (const TraceEvent& event : rank.events) writer.Add(event);
    writer.Flush();
  }
}

}  // namespace mpigauge
