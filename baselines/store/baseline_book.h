#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "baselines/store/database.h"
#include "baselines/store/run.h"

namespace mpigauge {

// The baselines by their names. Each change of one makes a new version and leaves the older ones as they are; a name
// that was removed and is used again goes on counting. All methods throw Error (not measured) that names a version that
// is not as it was stored, in its row or in the list of its runs. See Store for threads and other errors.
class BaselineBook {
 public:
  explicit BaselineBook(Database& database) : database_(database) {}

  // Makes a new version, as `change` leaves the newest one; that is empty where there is none, or where it was removed.
  // `change` sets the runs, the note and how many runs are kept; name, version and time are set here. Returns the new
  // version. Nobody else writes in the meantime, so that two changes at once are both in the result. Where `change`
  // throws, or one of the runs is not in the store, nothing is stored.
  Baseline Change(const std::string& name, const std::function<void(Baseline&)>& change);

  // Makes a pinned version of these runs, and returns its number.
  int Set(const std::string& name, const std::vector<std::string>& run_ids, const std::string& note);

  // Removes all versions: the name is free, and they do not hold their runs any more. Throws Error (usage) where there
  // is none.
  void Remove(const std::string& name);

  // The newest version of each baseline that was not removed, by name.
  std::vector<Baseline> All();

  // The same of this one; nothing where there is none.
  std::optional<Baseline> Find(const std::string& name);

 private:
  Database& database_;
};

}  // namespace mpigauge
