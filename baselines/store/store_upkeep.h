#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "baselines/store/database.h"
#include "baselines/store/run.h"

namespace mpigauge {

class GateLog;
class KnownSeries;
class RunArchive;
class Store;
class StoredHistory;

// Keeps a store in order: finds what is damaged, says what takes room, removes what nobody needs any more, and copies
// all of it to another store. See Store for threads and other errors.
class StoreUpkeep {
 public:
  StoreUpkeep(Database& database, KnownSeries& series, RunArchive& runs, GateLog& gates, StoredHistory& history)
      : database_(database), series_(series), runs_(runs), gates_(gates), history_(history) {}

  struct Checked {
    std::size_t runs = 0;
    std::size_t launches = 0;
    std::size_t results = 0;
    std::vector<std::string> damages;  // one text each, which names it; empty: all is as it was stored
  };
  // Reads everything, and compares it with its checksums. A damage does not hide the others.
  Checked Check();

  struct RunSize {
    std::int64_t launches = 0;
    std::int64_t results = 0;
    std::int64_t bytes = 0;  // of the observations; what else a row has is little; 0 where they were removed
  };
  // The room that runs take, by run_id.
  std::map<std::string, RunSize> RunSizes();

  struct PruneRule {
    std::int64_t keep_runs = 0;  // so many of the newest stay
    std::string older_than;      // "180d"; empty: of any age
  };
  // Returns the runs that no baseline and no tag holds and nobody measures now, that are not among the newest, and that
  // are old enough; newest first.
  std::vector<Run> RunsToPrune(const PruneRule& rule);
  // Throws Error (usage) where an age has no unit, since seconds would take everything, or is none. `what` is the name
  // that errors call it.
  static void CheckAge(const std::string& older_than, std::string_view what);

  // The runs of all versions of the baselines that were not removed, with the baseline's name.
  std::map<std::string, std::string> RunsOfBaselines();
  // The numbers of gates by the run_id of the candidate.
  std::map<std::string, std::int64_t> GatesOfRuns();

  // Removes the run, with its launches, results, tags and derived figures, and the gates of which it is the candidate.
  // Throws Error (usage) where it is of a baseline, or is measured now.
  void DeleteRun(const std::string& run_id);
  // Removes the single observations of the run's results. Their figures stay, with what comparisons and the history
  // make of them. Throws as DeleteRun, and where something of the passes is not as it was stored.
  void RemoveObservations(const std::string& run_id);
  // Makes the file of a SQLite store smaller after something was removed: it does not get so by itself.
  void GiveRoomBack();

  struct Copied {
    std::size_t runs = 0;
    std::size_t launches = 0;
    std::size_t launches_there = 0;  // that were there already
    std::size_t baselines = 0;       // versions
    std::size_t gates = 0;
    std::size_t calibrations = 0;
    std::size_t network_models = 0;  // that were not there
  };
  // Adds all that is here to another store. Rows that are there already stay as they are, so that it can be repeated.
  // Throws Error (usage), before anything is copied, where both have a baseline of the same name and version that
  // differs, or a tag that names another run there. Kept medians name series by ids, which are others there: they
  // are derived anew.
  Copied CopyTo(Store& target);

 private:
  void CheckWhatLooksBack(std::vector<std::string>& damages);
  void RequireUnheld(const std::string& run_id);
  void TakeOutOfRemovedBaselines(const std::string& run_id);
  void RemoveObservationsOf(const std::string& launch_id);
  void CheckAgreesWith(Store& target);

  Database& database_;
  KnownSeries& series_;
  RunArchive& runs_;
  GateLog& gates_;
  StoredHistory& history_;
};

}  // namespace mpigauge
