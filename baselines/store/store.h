#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "baselines/store/database.h"
#include "baselines/store/run.h"
#include "record/record.h"

namespace mpigauge {

// One value of a series over time: a run's launches.
struct HistoryPoint {
  std::string run_id;
  std::string library;
  std::string started_at;
  std::string identity;                 // of the series: points of different identity are not comparable
  std::vector<double> medians_seconds;  // one per launch
};

// Launches of a run.
struct LaunchCount {
  std::int64_t all = 0;
  std::int64_t complete = 0;
};

// A series as the store knows it: what it is, without results.
struct StoredSeries {
  std::int64_t series_id = 0;
  std::string identity;
  SeriesRecord description;
};

// The figure of a series in a run: the median over its complete launches of their medians.
struct SeriesMedian {
  std::int64_t series_id = 0;
  std::int64_t launches = 0;
  double median_seconds = 0;
  bool operator==(const SeriesMedian&) const = default;
};

// Runs, launches with all their observations, baselines and decided gates. Everything that is added is there until
// somebody deletes its run; a launch that is added twice is stored once. Errors are those of Database. For one thread;
// other threads and processes open stores of their own with the same name. Source: SKaMPI 2 [SK16], the database of
// many machines' results.
class Store {
 public:
  // Opens a store (kWrite: makes it where there is none, brings it up to date, and calls the runs interrupted whose
  // process was killed). Its name is the path of a SQLite file or the URL of a PostgreSQL database
  // (postgresql://user@host:port/database).
  enum class Access { kRead, kWrite };
  // `wait_seconds`: how long another process that writes is waited for.
  static Store Open(const std::string& name, Access access, double wait_seconds = kWaitSeconds);
  // The version of its tables, and the one that this program reads and writes. Nothing is changed.
  struct Versions {
    std::string name;  // of the store, without a password
    int stored = 0;
    int known = 0;
  };
  static Versions VersionsOf(const std::string& name);
  explicit Store(std::unique_ptr<Database> database);

  // The name of the store in errors; without a password.
  const std::string& name() const { return database_->name(); }

  // Runs.
  void AddRun(const Run& run);
  void SetRunStatus(const std::string& run_id, RunStatus status);
  std::vector<Run> Runs();  // newest first
  // The run with this id or tag, or the only one whose id begins so; "latest" and "latest~N" count from the newest
  // of those that have a complete launch.
  // Throws Error (usage) where there is none, or more than one.
  Run FindRun(const std::string& reference);
  // Names that people gave to runs (store_tags.cc): the run_id by name.
  std::map<std::string, std::string> Tags();
  // Throws Error (usage) where the name is another run's.
  void SetTag(const std::string& tag, const std::string& run_id);
  void RemoveTag(const std::string& tag);  // throws Error (usage) where there is none
  // Returns the counts by run_id; runs without launches are not there.
  std::map<std::string, LaunchCount> LaunchCounts();

  // Launches. False where the launch was there already; throws Error (usage) where it is there and says something
  // else. A whole one takes the place of what was saved of it when it crashed, hung or was stopped. A run that is not
  // known yet is made.
  bool AddLaunch(const LaunchRecord& record);
  // In the order of their index, from `first_index` on; with `kHeads` without any series, with `kClasses` with the
  // classes of their observations (SeriesRecord::classes) and the references of all passes, and with `kObservations`
  // with all passes, too. Nothing of the launches before `first_index` is read.
  enum class Detail { kHeads, kSummaries, kClasses, kObservations };
  std::vector<LaunchRecord> Launches(const std::string& run_id, Detail detail, std::int64_t first_index = 0);

  // Baselines. A new version, as `change` leaves what the newest one was (where there is none: nothing but the name).
  // Nobody else writes in the meantime, so that two changes at once are both in the result.
  Baseline ChangeBaseline(const std::string& name, const std::function<void(Baseline&)>& change);
  // A pinned one, of these runs. The version that was made.
  int SetBaseline(const std::string& name, const std::vector<std::string>& run_ids, const std::string& note);
  void RemoveBaseline(const std::string& name);  // throws Error (usage) where there is none
  std::vector<Baseline> Baselines();             // the newest version of each
  std::optional<Baseline> FindBaseline(const std::string& name);

  // Gates, newest first.
  void AddGate(const GateResult& gate);
  void ForgetGate(const std::string& gate_id, const std::string& forgotten_at);
  std::vector<GateResult> Gates(std::int64_t most);
  std::vector<GateResult> GateSummaries();                         // all, and without their comparisons
  std::optional<GateResult> FindGate(const std::string& gate_id);  // the whole id

  // Calibrations, newest first.
  void AddCalibration(const Calibration& calibration);
  std::vector<Calibration> Calibrations(std::int64_t most);

  // The network models of a run (docs/methods/network.md); what was there is replaced. Nothing where none was fitted.
  void SetNetworkModel(const std::string& run_id, const Json& model);
  std::optional<Json> NetworkModel(const std::string& run_id);

  // Adds all that is here to another store. Rows that are there already stay as they are, so that it can be repeated.
  // Throws Error (usage), before anything is copied, where both have a baseline of the same name and version that
  // differs.
  struct Copied {
    std::size_t runs = 0;
    std::size_t launches = 0;
    std::size_t launches_there = 0;  // that were there already
    std::size_t baselines = 0;       // versions
    std::size_t gates = 0;
    std::size_t calibrations = 0;
    std::size_t network_models = 0;  // that were not there
  };
  Copied CopyTo(Store& target);

  // Reads everything (store_upkeep.cc). Returns one text for each damaged part, which names it; nothing where all is as
  // it was stored.
  struct Checked {
    std::size_t runs = 0;
    std::size_t launches = 0;
    std::size_t results = 0;
    std::vector<std::string> damages;
  };
  Checked Check();

  // The room that runs take, and removing them (store_upkeep.cc).
  struct RunSize {
    std::int64_t launches = 0;
    std::int64_t results = 0;
    std::int64_t bytes = 0;  // of the observations; what else a row has is little; 0 where they were removed
  };
  std::map<std::string, RunSize> RunSizes();  // by run_id
  // Returns the runs that no baseline and no tag holds and nobody measures now, that are not among the newest, and that
  // are old enough; newest first.
  struct PruneRule {
    std::int64_t keep_runs = 0;  // so many of the newest stay
    std::string older_than;      // "180d"; empty: of any age
  };
  // `what` errors call the age. Throws Error (usage) where it has no unit: seconds would take everything.
  static void CheckAge(const std::string& older_than, std::string_view what);
  std::vector<Run> RunsToPrune(const PruneRule& rule);
  // The runs of all versions of the baselines that are there, with a baseline's name.
  std::map<std::string, std::string> RunsOfBaselines();
  std::map<std::string, std::int64_t> GatesOfRuns();  // by the run_id of the candidate
  // Removes the run, with its launches, results and derived figures, and the gates of which it is the candidate. Throws
  // Error (usage) where it is of a baseline, or is measured now.
  void DeleteRun(const std::string& run_id);
  // Removes the single observations of the run's results. Their figures stay, with what comparisons and the history
  // make of them. Throws as DeleteRun.
  void RemoveObservations(const std::string& run_id);
  // A SQLite file does not get smaller by itself.
  void GiveRoomBack();

  std::vector<std::string> SeriesNames();
  // Oldest first. Throws Error (usage) naming similar series where none has this name.
  std::vector<HistoryPoint> History(const std::string& series_name);

  // The whole history (store_medians.cc).
  std::vector<StoredSeries> AllSeries();
  // The environment of the run's first complete launch; empty if it has none.
  std::optional<Environment> RunEnvironment(const std::string& run_id);
  // Returns the medians by series_id. They come from what KeepMedians left if that is up to date, otherwise from the
  // launches.
  std::vector<SeriesMedian> Medians(const std::string& run_id);
  // Stores the medians of all runs that have changed, so that looking back over thousands of runs does not read their
  // launches. They are derived: losing them costs time only.
  void KeepMedians();

 private:
  void EndLostRuns();
  Run FindLatest(const std::string& reference, std::vector<Run> runs);
  std::int64_t EnvironmentId(const Environment& environment);
  // NULL where the launch has none (store_medians.cc).
  SqlValue SelectionId(const Environment& environment);
  std::int64_t SeriesId(const SeriesRecord& series);
  std::optional<LaunchRecord> FindLaunch(const std::string& launch_id);  // with its observations
  void RemoveLaunch(const std::string& launch_id);
  // Throws where it is there with other content. A part that gives way to the whole record is removed.
  bool HasLaunch(const LaunchRecord& record);
  // Each ends with the checksum of its figures.
  std::vector<SqlValues> ResultRows(const LaunchRecord& record);
  void AddHead(const LaunchRecord& record, const std::vector<SqlValues>& results);
  std::vector<LaunchRecord> Heads(const std::string& run_id, std::int64_t first_index);
  bool TakePasses(const SqlRow& row, const Blob& passes, SeriesRecord& series) const;
  void FillPasses(const SqlRow& row, const Blob& passes, SeriesRecord& series) const;
  void FillClasses(const SqlRow& row, const Blob& passes, SeriesRecord& series) const;
  void RequireNoResults(const std::string& launch_id);
  std::vector<SeriesRecord> Results(const std::string& launch_id, Detail detail, std::size_t expected);
  struct BaselineVersion;
  BaselineVersion BaselineFromRow(const SqlRow& row) const;
  std::vector<BaselineVersion> BaselineHeads();  // without their runs
  std::vector<BaselineVersion> BaselineVersions();
  void FillRuns(BaselineVersion& version);
  void RequireRuns(const BaselineVersion& version) const;  // throws where they are not those that were stored
  void UpdateBaseline(const BaselineVersion& version);     // that it is removed, and its checksums
  void RequireUnheld(const std::string& run_id);
  void RemoveObservationsOf(const std::string& launch_id);
  void TakeOutOfRemovedBaselines(const std::string& run_id);
  void CheckWhatLooksBack(std::vector<std::string>& damages);
  void CheckBaselinesAgree(Store& target);
  void AddBaselineVersion(const BaselineVersion& version);
  void CheckSeriesIsKnown(const std::string& series_name);
  std::vector<SeriesMedian> MediansOfLaunches(const std::string& run_id);
  void LearnDescriptions();

  std::unique_ptr<Database> database_;
  struct KnownSeries {
    std::int64_t id = 0;
    std::string description;
  };
  std::map<std::string, KnownSeries> series_ids_;  // by identity: those that are known to be stored
  // The descriptions of series by their id: all launches share them, and none changes.
  struct Described {
    SeriesRecord series;
    std::string identity;  // made once: a run has each series as often as it has launches
  };
  std::unordered_map<std::int64_t, Described> descriptions_;
};

// Whether there is a store of this name to read: a file; of a database opening it will tell.
bool StoreExists(const std::string& name);

}  // namespace mpigauge
