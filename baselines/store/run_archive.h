#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/json.h"
#include "baselines/store/database.h"
#include "baselines/store/run.h"
#include "record/record.h"

namespace mpigauge {

class KnownSeries;

// The number of launches of a run.
struct LaunchCount {
  std::int64_t all = 0;
  std::int64_t complete = 0;
};

// How much of a launch is read. kHeads: without any series. kSummaries: with their figures. kClasses: with the mean and
// the classes of their observations (SeriesRecord::classes) and the references of all passes, too. kObservations: with
// all passes.
enum class LaunchDetail { kHeads, kSummaries, kClasses, kObservations };

// The runs, their launches with all observations, and what people and models say of a run. Once a run or a launch is
// added it is there until StoreUpkeep deletes the run. All methods throw Error (not measured) that names the row where
// one is not as it was stored. See Store for threads and other errors.
class RunArchive {
 public:
  RunArchive(Database& database, KnownSeries& series) : database_(database), series_(series) {}

  // Adds a run; variables of its plan that look secret are left out. A run with an id that is there already changes
  // nothing.
  void Add(const Run& run);

  // Stores how far the run is. Nothing where there is none with this id.
  void SetStatus(const std::string& run_id, RunStatus status);

  // All runs, newest first.
  std::vector<Run> All();

  // The run with this id or tag, or the only one whose id begins so; "latest" and "latest~N" count from the newest of
  // those that have a complete launch, without those that gates made for themselves (RunsInTurns). Throws Error (usage)
  // where there is none, or more than one.
  Run Find(const std::string& reference);

  // The names that people gave to runs: the run_id by name.
  std::map<std::string, std::string> Tags();

  // Gives the run a name, which may be its own already. Throws Error (usage) where the name is another run's.
  void SetTag(const std::string& tag, const std::string& run_id);

  // Takes the name away. Throws Error (usage) where there is none.
  void RemoveTag(const std::string& tag);

  // The numbers of launches by run_id; runs without launches are not there.
  std::map<std::string, LaunchCount> LaunchCounts();

  // The runs of which launches took turns with those of another library.
  std::set<std::string> RunsInTurns();

  // Adds a launch, and its run where that is not known yet. Returns false where the launch was there already; throws
  // Error (usage) where it is there and says something else. A whole one takes the place of what was saved of it when
  // it crashed, hung or was stopped. All of it is stored or, where this throws, nothing.
  bool AddLaunch(const LaunchRecord& record);

  // The same of runs and their launches: all of them are stored or, where this throws, none. Returns how many launches
  // were not there yet.
  std::size_t AddAll(const std::vector<Run>& runs, std::span<const LaunchRecord> launches);

  // Whether there is a launch with this id.
  bool Knows(const std::string& launch_id);

  // The launches of a run, in the order of their index, from `first_index` on. Nothing of the launches before it is
  // read. Empty where there is no such run.
  std::vector<LaunchRecord> Launches(const std::string& run_id, LaunchDetail detail, std::int64_t first_index = 0);

  // The environment of the run's first complete launch, without its selection; nothing where it has none.
  std::optional<Environment> EnvironmentOf(const std::string& run_id);

  // The same of many runs, by run_id, in one query.
  std::map<std::string, Environment> EnvironmentsOf(const std::vector<Run>& runs);

  // Stores the network models that were fitted to the run (docs/methods/network.md), in the place of those that were
  // there. Throws Error where there is no such run.
  void SetNetworkModel(const std::string& run_id, const Json& model);

  // The models that SetNetworkModel stored; nothing where none were fitted.
  std::optional<Json> NetworkModelOf(const std::string& run_id);

 private:
  Run FindLatest(const std::string& reference, std::vector<Run> runs);
  std::optional<LaunchRecord> FindLaunch(const std::string& launch_id);  // with its observations
  bool Place(const LaunchRecord& record);                                // AddLaunch within a transaction
  // Throws where it is there with other content. A part that gives way to the whole record is removed.
  bool HasLaunch(const LaunchRecord& record);
  std::vector<LaunchRecord> Heads(const std::string& run_id, std::int64_t first_index);

  Database& database_;
  KnownSeries& series_;
};

}  // namespace mpigauge
