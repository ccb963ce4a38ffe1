#pragma once

// The launch record: what one start of the benchmark program leaves behind. Plain values, no MPI.
// The file format is described in docs/reference/formats.md; keep the two equal.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stats/mpiperf_report.h"
#include "stats/summary.h"
#include "stats/time_classes.h"

namespace mpigauge {

// How a launch ended.
enum class LaunchStatus {
  kComplete,
  kCrashed,
  kHung,         // ended by the watchdog or by a time limit
  kFailed,       // ended before it measured anything: the library or the program does not start
  kInterrupted,  // somebody stopped it
  kBadNode,      // in a Slurm job, on a node that does not work
};

// The reasons that end a series before its time.
enum class FaultKind {
  kError,               // the operation or the case gave an error
  kWrongData,           // the data were wrong
  kNoValidObservation,  // ranks never started together
  kClocksApart,         // measured across clocks that were apart
  kCrash,               // the launch crashed in it
  kHang,                // the launch hung in it
};

// One text each, as records have it: "complete", "wrong-data". The readers throw Error (usage) for an unknown text.
std::string LaunchStatusName(LaunchStatus status);
LaunchStatus LaunchStatusFromName(std::string_view name);
std::string FaultKindName(FaultKind kind);
FaultKind FaultKindFromName(std::string_view name);

// All of them.
inline constexpr LaunchStatus kLaunchStatuses[] = {LaunchStatus::kComplete,    LaunchStatus::kCrashed,
                                                   LaunchStatus::kHung,        LaunchStatus::kFailed,
                                                   LaunchStatus::kInterrupted, LaunchStatus::kBadNode};

// The parameters of a series in the order of its name: {{"bytes", 8}, {"ranks", 2}}.
using Parameters = std::vector<std::pair<std::string, std::int64_t>>;

// The values of parameters, by their names.
using ParameterValues = std::map<std::string, std::vector<std::int64_t>>;

// "allreduce" at {{"bytes", 8}, {"ranks", 2}} is "allreduce/bytes:8/ranks:2", the way Google Benchmark
// writes named arguments.
std::string SeriesName(std::string_view case_name, const Parameters& parameters);

// The value of a parameter, or `otherwise` where the series has none of that name.
std::int64_t ParameterOr(const Parameters& parameters, std::string_view name, std::int64_t otherwise);

// Increase when a key of the file or its meaning changes.
inline constexpr int kRecordSchemaVersion = 1;

// How a series is measured. Two series are comparable only where all of it is equal: the same operation reads
// 0.47 to 1.00 us depending on the scheme.
struct Method {
  std::string mode;           // "call": one operation per observation; "calls": several, as one is too short for the
                              // timer; "loop": many between two clock reads; "part": a part of each of many, as the
                              // case times it; "adopted", "once"
  std::string synchronizer;   // how the ranks start together, such as "round-time"
  std::string timer;          // the clock read around the operation
  std::string buffers = {};   // where they lie; empty: every operation has the same ones, from the start of a page
  std::string overhead = {};  // of the measurement: "subtracted" from the figures; empty: it is in them

  std::string Text() const {
    return mode + " " + synchronizer + " " + timer + (buffers.empty() ? "" : " " + buffers + " buffers") +
           (overhead.empty() ? "" : " overhead " + overhead);
  }
  bool operator==(const Method&) const = default;
};

// The fault that ended a series before its time, agreed by all ranks.
struct Fault {
  FaultKind kind = FaultKind::kError;
  int rank = 0;  // the lowest rank that had it; -1 where that is not known
  std::string message;
};

// How long the references took: work without MPI whose times tell in which state the machine was. Seconds; 0: not
// measured.
struct ReferenceTimes {
  double handover = 0;    // a cache line from one rank to its neighbour on the same host; the slowest such pair's
  double block = 0;       // 4 KiB from one rank to its neighbour, which reads and writes all of it; as above
  double arithmetic = 0;  // a fixed number of operations in the first-level cache; the slowest rank's
  double network = 0;     // a byte from one host to the next by TCP, one way; the slowest pair of hosts'
  bool operator==(const ReferenceTimes&) const = default;
};

// The references of a visit.
struct VisitReferences {
  ReferenceTimes before;
  ReferenceTimes after;
  bool operator==(const VisitReferences&) const = default;
};

// The measurements of one visit of a series. Times are per operation, in the order in which they were measured.
struct Pass {
  std::vector<double> observations_seconds;  // last end minus first start on the global clock
  std::vector<double> local_seconds;         // the maximum of the ranks' own durations, observation by observation
  std::int64_t late = 0;                     // observations discarded because a rank started late
  double start_spread_seconds = 0;           // from the first rank's start to the last one's, median over the kept ones
  double wall_seconds = 0;                   // of the whole visit on rank 0, synchronization included
  std::map<std::string, double> counters = {};  // what else the case counted: "overlap_percent", "memory_bytes"
  // Where every rank is reported: their own durations of the observations, rank by rank. Not in the file.
  std::vector<std::vector<double>> rank_seconds = {};
  VisitReferences references = {};
  std::int64_t operations = 1;  // of each observation
};

struct SeriesRecord {
  std::string name;  // "allreduce/bytes:8/ranks:2"
  std::string case_name;
  std::string family;  // "point-to-point", "collective", "adopted", "control", "self-test"
  int case_version = 1;
  Parameters parameters;
  Method method;
  std::int64_t operations_per_observation = 1;  // the median over the passes
  // Two readings of the timer differ at least by this, in time of a series with one operation per observation (of a
  // round trip half of it); 0: not known. See ResolutionSeconds.
  double tick_seconds = 0;
  std::int64_t bytes_per_operation = 0;  // of payload in one direction; 0 where a bandwidth has no meaning
  bool verified = false;                 // the data were checked and right
  double first_call_seconds = 0;         // of the process's first call at these parameters [KU14]
  double second_call_seconds = 0;
  // The time of an empty measurement of this kind. It is subtracted from the summary, never from the passes [SK10].
  double overhead_seconds = 0;
  // Memory in transparent huge pages while the buffers were there, on the rank that has most; -1: not known.
  std::int64_t huge_page_bytes = -1;
  // Processor time of all threads per operation, of the rank that takes most: the processors that it took on average in
  // the visits, times the median. 0: not known.
  double cpu_seconds = 0;
  // The number of visits that were added because the time stood out from its neighbours' [MP5].
  std::int64_t remeasured = 0;
  std::vector<Pass> passes;
  std::optional<Fault> fault;
  std::int64_t warm_up_observations = 0;    // leading ones with a trend that was proven: not in the summaries
  double effective_observations = 0;        // so many independent ones would say as much: neighbours are alike
  Summary summary;                          // over the observations of all passes, less the overhead
  Summary local_summary;                    // the same of the local times
  TimeClasses classes = {};                 // how the times of the summary lie; not in the file
  std::vector<MpiperfReport> rank_reports;  // of each rank's own durations, where that was asked for [KU9]

  std::vector<double> Observations() const;
  // Less the overhead, never below zero: what figures are made of.
  std::vector<double> Times() const;
  std::vector<double> LocalTimes() const;
  std::int64_t Late() const;
  // The summary is of observations that are not there: they were not read, or were removed from the store.
  bool LacksObservations() const;
  // The part of an operation's time that the timer cannot resolve: a tick, shared by the operations of an observation.
  // A part that the case times by itself has a tick of its own. Where no tick is known it is a nanosecond: timers count
  // whole ones.
  double ResolutionSeconds() const;
  // The median over the passes, by name.
  std::map<std::string, double> Counters() const;
};

// The environment of a launch. `key` must be equal for two runs to be comparable; `context` is recorded and its
// differences are listed as suspects; so is `selection`, what the MPI library selected: components, algorithms and
// thresholds of protocols. It is the same in all launches of a run: only the first kLaunchesWithSelection have it.
struct Environment {
  std::map<std::string, std::string> key;
  std::map<std::string, std::string> context;
  std::map<std::string, std::string> selection = {};
};

inline constexpr int kLaunchesWithSelection = 2;

struct LaunchRecord {
  std::string launch_id;  // a UUID: a record imported twice is stored once
  std::string run_id;
  std::int64_t launch_index = 0;
  std::string started_at;  // UTC, "2026-11-20T16:05:00Z"
  double duration_seconds = 0;
  LaunchStatus status = LaunchStatus::kComplete;
  std::string status_text;  // why it is not complete
  Environment environment;
  std::map<std::string, std::string> settings;  // what the program was asked to do, defaults included
  std::vector<SeriesRecord> series;
};

// Fills in what is computed from the passes: the summaries, the classes, what is cut as warm-up, the effective number,
// the usual number of operations.
void Summarize(SeriesRecord& series);

// The classes and the mean alone, of a series of which the other figures are known: the count of its summary says how
// many observations followed the warm-up.
// Looking for the warm-up takes longer than all the rest of reading a series.
void CountClasses(SeriesRecord& series);

}  // namespace mpigauge
