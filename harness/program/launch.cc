#include "harness/program/launch.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <random>

#include "base/error.h"
#include "base/file.h"
#include "base/memory_use.h"
#include "base/units.h"
#include "base/uuid.h"
#include "harness/clock/clock_keeper.h"
#include "harness/clock/timer_check.h"
#include "harness/clock/timer_choice.h"
#include "harness/environment/environment.h"
#include "harness/environment/places.h"
#include "harness/environment/reference_kernels.h"
#include "harness/environment/selection.h"
#include "harness/program/clock_record.h"
#include "harness/program/engines.h"
#include "harness/program/overhead.h"
#include "harness/program/passes.h"
#include "harness/program/realtime.h"
#include "harness/program/series_list.h"
#include "harness/program/watchdog.h"
#include "harness/state/visit.h"
#include "harness/turns/rest.h"
#include "harness/turns/turns.h"
#include "record/journal.h"
#include "record/process_figures.h"
#include "record/waiting_use.h"

namespace mpigauge {
namespace {

// Records unusual pairs of ranks: two launches with different pairs are not comparable.
void RecordPairs(const Engines& engines, LaunchRecord& record) {
  if (const std::string pairs = engines.PairText(); !pairs.empty()) record.environment.key["pair"] = pairs;
}

// Records which two ranks had which distance, and which distances there are not.
void RecordDistances(const std::vector<Series>& series, const std::vector<Place>& places, LaunchRecord& record) {
  const bool measured =
      std::any_of(series.begin(), series.end(), [](const Series& one) { return one.benchmark_case->by_distance(); });
  if (measured) record.environment.context["pairs_by_distance"] = PairsText(FindPairs(places));
}

// Whether buffers were in huge pages: where that differs, it may be why times differ.
void RecordHugePages(LaunchRecord& record) {
  std::int64_t most = -1;
  for (const SeriesRecord& series : record.series) most = std::max(most, series.huge_page_bytes);
  if (most >= 0) record.environment.context["huge_pages_used"] = most > 0 ? "yes" : "no";
}

// Sizes that a disturbed time called for: they have fewer passes than the others.
void RecordNeedless(const std::vector<Series>& series, LaunchRecord& record) {
  std::string names;
  for (const Series& one : series) {
    if (one.needless) names += (names.empty() ? "" : ", ") + one.record.name;
  }
  if (!names.empty()) record.environment.context["needless_series"] = names;
}

// Writes a name on each line, for programs: on standard output others may print something between.
void WriteNames(const std::vector<Series>& series, const std::string& path) {
  std::string text;
  for (const Series& one : series) text += one.record.name + "\n";
  WriteFileAtomically(path, text);
}

// The memory of the rank that has most, and whether the library's threads sleep when there is nothing to do. Launches
// that took turns tell that by their waits. The first ones of others rest, for those that follow are alike.
void RecordProcesses(const Control& control, const Turns* turns, LaunchRecord& record) {
  std::int64_t peak = PeakResident();
  control.MaxToRoot({&peak, 1});
  SetPeakMemory(peak, record);
  WaitingUse use = turns != nullptr ? turns->Waiting() : WaitingUse();
  bool known = IsKnown(use);  // rank 0's waits decide
  control.Broadcast(known);
  const bool rests = !known && record.launch_index < kLaunchesWithSelection;
  if (rests) use = Rest(control);
  if (rests || turns != nullptr) SetWaitingUse(use, record);
}

}  // namespace

LaunchRecord RunLaunch(const Options& options, const Control& control) {
  const auto started = std::chrono::steady_clock::now();
  LaunchRecord record;

  // A launcher of another MPI starts every rank as a world of its own, and says nothing.
  if (options.expect_ranks != 0 && options.expect_ranks != control.size()) {
    throw UsageError(
        "asked for {} ranks, found a world of {}: the launcher does not belong to the MPI that this "
        "program was built against; `mpigauge build-bench` builds a program for another MPI",
        options.expect_ranks, control.size());
  }

  RefuseBadDirectory(control, options.io_directory);

  // Chooses the series: the same list on all ranks, before anything costs time.
  const std::vector<Place> places = FindPlaces(control);
  std::vector<Series> series = ChosenSeries(control, options, places);
  if (!options.list_series.empty()) OnRoot(control, [&] { WriteNames(series, options.list_series); });
  if (options.list) return record;
  if (options.subtract_overhead) AddEmptySeries({options.synchronizer, options.timer}, series);

  // Where the ranks are and what time it is there.
  const Placement placement = FindPlacement(control);
  const ChosenTimer chosen = ChooseTimer(control, options.timer);
  const TimerCheck timer_check(chosen.timer);
  const TimerQuality timer_quality = WorstQuality(control, chosen.timer);
  GlobalClock clock{.timer = chosen.timer};
  ClockKeeper clocks(ClockSync(control, FindClockGroups(control, chosen.identity),
                               {.method = options.clock_sync, .exchanges = options.clock_exchanges}),
                     clock, static_cast<std::int64_t>(options.resynchronize_seconds * 1e9));
  clocks.Begin();
  record.environment = CaptureEnvironment(control, clock, timer_quality);
  control.SleepUntilBroadcast();  // rank 0 reads what the others have no part in
  bool captured = true;
  control.Broadcast(captured);
  if (options.threads != "single") record.environment.key["threads"] = options.threads;
  if (control.root()) RecordFirstLook(options.clock_sync, clocks.begin(), record);

  // Identifies this launch. The seed is rank 0's, drawn or given; launches that take turns have the same one.
  std::unique_ptr<Turns> turns;
  if (!options.circle.empty()) turns = std::make_unique<Turns>(control, options.circle);
  std::uint64_t seed = options.seed;
  if (seed == 0) seed = turns ? std::hash<std::string>{}(turns->id()) : std::random_device{}();
  control.Broadcast(seed);
  record.launch_id = NewUuid();
  record.run_id = options.run_id.empty() ? record.launch_id : options.run_id;
  record.launch_index = options.launch_index;
  record.started_at = UtcNow();
  record.settings = options.Settings();
  record.settings["seed"] = std::to_string(seed);
  if (turns) record.settings["circle"] = turns->id();

  {
    Watchdog watchdog(control.rank(), control.size(), options.watchdog_seconds);
    const RealtimePriority priority(control, options.realtime, placement);
    record.environment.key["scheduling"] = priority.policy();

    // Decides which ranks take part, and in which pairs. To find the farthest pair of many ranks takes long.
    watchdog.Watch("starting", 10);
    BufferPlan buffers = options.buffers;
    buffers.area_bytes = RotatingAreaBytes();
    control.Broadcast(buffers.area_bytes);
    Engines engines(control, clock, watchdog.phase(),
                    {options.synchronizer, options.pair, buffers, options.verify, placement.oversubscribed,
                     options.subtract_overhead, options.per_rank, options.io_directory, places, options.window});
    for (const std::int64_t ranks : RankCounts(options, control.size())) engines.For(ranks);
    RecordPairs(engines, record);
    RecordDistances(series, places, record);

    // From here on, what is finished is in the journal.
    std::unique_ptr<JournalWriter> journal;
    OnRoot(control, [&] {
      if (options.record.empty()) return;
      journal = std::make_unique<JournalWriter>(options.record + ".journal");
      journal->Launch(record);
    });

    ReferenceKernels references(control, places, placement.oversubscribed);
    Passes(options, engines, clocks, references, watchdog, series, journal.get(), turns.get(),
           timer_quality.resolution_seconds)
        .Run(seed);
    RecordProcesses(control, turns.get(), record);
    RecordPairs(engines, record);
    clocks.End();
  }

  RecordTimers(control, timer_check.Compare(), record);
  SortForTables(series);
  SubtractOverhead(series);
  RecordNeedless(series, record);
  for (Series& one : series) {
    Summarize(one.record);
    one.record.cpu_seconds = ProcessorSecondsOf(one.record, one);
    record.series.push_back(std::move(one.record));
  }
  if (control.root()) {
    RecordClocks(options.clock_sync, clocks, record);
    RecordOverhead(record);
    RecordHugePages(record);
    WarnOfShortTimes(timer_quality, record);
    // Nothing is measured any more that this could disturb.
    if (record.launch_index < kLaunchesWithSelection) record.environment.selection = CaptureSelection();
  }
  record.duration_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return record;
}

}  // namespace mpigauge
