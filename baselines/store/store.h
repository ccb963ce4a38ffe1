#pragma once

#include <memory>
#include <string>

#include "baselines/store/baseline_book.h"
#include "baselines/store/database.h"
#include "baselines/store/gate_log.h"
#include "baselines/store/run_archive.h"
#include "baselines/store/store_upkeep.h"
#include "baselines/store/stored_history.h"

namespace mpigauge {

// A store that is open: its parts share one database, and each has a header of its own with its contract. Rows that
// a method adds are stored when it returns, and stay until somebody deletes their run. Errors of all parts are those of
// Database. A store and its parts are for one thread; other threads and processes open stores of their own with the
// same name. Source: SKaMPI 2 [SK16], the database of many machines' results.
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

  Store(Store&& other) noexcept;
  Store& operator=(Store&& other) noexcept;
  ~Store();

  // The name of the store in errors; without a password.
  const std::string& name() const;

  // The parts stay where they are when the store is moved.
  RunArchive& runs();         // runs, their launches, tags, environments and network models
  BaselineBook& baselines();  // baselines and their versions
  GateLog& gates();           // gates and calibrations
  StoredHistory& history();   // series and their medians over all runs
  StoreUpkeep& upkeep();      // damage, room, deleting and copying

 private:
  struct Parts;
  explicit Store(std::unique_ptr<Database> database);

  std::unique_ptr<Parts> parts_;
};

// Whether there is a store of this name to read: a file; of a database opening it will tell.
bool StoreExists(const std::string& name);

}  // namespace mpigauge
