#include "baselines/store/schema.h"

#include <array>
#include <limits>
#include <vector>

#include "base/error.h"

namespace mpigauge {
namespace {

// Version 1. Times are seconds; JSON is text. Statements are separated by ';'. Types are SQLite's; database.cc has
// those of other databases.
constexpr std::string_view kVersion1 = R"sql(
CREATE TABLE runs (
  run_id TEXT PRIMARY KEY,
  library TEXT NOT NULL,
  started_at TEXT NOT NULL,
  status TEXT NOT NULL,
  plan TEXT NOT NULL
);
CREATE TABLE environments (
  environment_id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE
);
CREATE TABLE launches (
  launch_id TEXT PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs(run_id),
  launch_index INTEGER NOT NULL,
  started_at TEXT NOT NULL,
  duration_seconds DOUBLE PRECISION NOT NULL,
  status TEXT NOT NULL,
  status_text TEXT NOT NULL,
  environment_id INTEGER NOT NULL REFERENCES environments(environment_id),
  context TEXT NOT NULL,
  settings TEXT NOT NULL
);
CREATE INDEX launches_by_run ON launches(run_id);
CREATE TABLE series (
  series_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  identity TEXT NOT NULL UNIQUE,
  description TEXT NOT NULL
);
CREATE INDEX series_by_name ON series(name);
CREATE TABLE results (
  launch_id TEXT NOT NULL REFERENCES launches(launch_id),
  series_id INTEGER NOT NULL REFERENCES series(series_id),
  observations INTEGER NOT NULL,
  late INTEGER NOT NULL,
  median_seconds DOUBLE PRECISION,
  minimum_seconds DOUBLE PRECISION,
  p99_seconds DOUBLE PRECISION,
  local_median_seconds DOUBLE PRECISION,
  first_call_seconds DOUBLE PRECISION NOT NULL,
  second_call_seconds DOUBLE PRECISION NOT NULL,
  cpu_seconds DOUBLE PRECISION NOT NULL,
  operations_per_observation INTEGER NOT NULL,
  verified INTEGER NOT NULL,
  fault TEXT,
  passes BLOB NOT NULL,
  PRIMARY KEY (launch_id, series_id)
);
CREATE INDEX results_by_series ON results(series_id, launch_id);
CREATE TABLE baselines (
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  note TEXT NOT NULL,
  removed_at TEXT,
  PRIMARY KEY (name, version)
);
CREATE TABLE baseline_runs (
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  run_id TEXT NOT NULL REFERENCES runs(run_id),
  PRIMARY KEY (name, version, run_id),
  FOREIGN KEY (name, version) REFERENCES baselines(name, version)
);
CREATE TABLE gates (
  gate_id TEXT PRIMARY KEY,
  decided_at TEXT NOT NULL,
  candidate_run_id TEXT NOT NULL REFERENCES runs(run_id),
  baseline TEXT NOT NULL,
  verdict TEXT NOT NULL,
  comparison TEXT NOT NULL
);
CREATE INDEX gates_by_time ON gates(decided_at)
)sql";

// Version 2: how many of a result's passes were added because its time stood out.
constexpr std::string_view kVersion2 = "ALTER TABLE results ADD COLUMN remeasured INTEGER NOT NULL DEFAULT 0";

// Version 3: what a case counts beside the times, as JSON: an object for each pass.
constexpr std::string_view kVersion3 = "ALTER TABLE results ADD COLUMN counters TEXT NOT NULL DEFAULT '[]'";

// Version 4: what was taken off a result's figures, and not off its passes.
constexpr std::string_view kVersion4 =
    "ALTER TABLE results ADD COLUMN overhead_seconds DOUBLE PRECISION NOT NULL DEFAULT 0";

// Version 5: the medians of a run, derived from its launches (blobs.h). Up to date where `launches` is the
// number of its complete launches: those are never removed or changed.
constexpr std::string_view kVersion5 = R"sql(
CREATE TABLE run_medians (
  run_id TEXT PRIMARY KEY REFERENCES runs(run_id),
  launches INTEGER NOT NULL,
  medians BLOB NOT NULL
)
)sql";

// Version 6: what the MPI library of a launch selected, as JSON; most launches of all runs have the same.
constexpr std::string_view kVersion6 = R"sql(
CREATE TABLE selections (
  selection_id INTEGER PRIMARY KEY,
  content TEXT NOT NULL
);
ALTER TABLE launches ADD COLUMN selection_id INTEGER REFERENCES selections(selection_id)
)sql";

// Version 7: how many runs a rolling baseline keeps; 0: pinned.
constexpr std::string_view kVersion7 = "ALTER TABLE baselines ADD COLUMN keep INTEGER NOT NULL DEFAULT 0";

// Version 8: how often gates err on a machine, as `mpigauge calibrate` measured it.
constexpr std::string_view kVersion8 = R"sql(
CREATE TABLE calibrations (
  calibration_id TEXT PRIMARY KEY,
  made_at TEXT NOT NULL,
  content TEXT NOT NULL
)
)sql";

// Version 9: the network models that were fitted to a run's times, as JSON. They are derived, and made again when the
// run has more launches.
constexpr std::string_view kVersion9 = R"sql(
CREATE TABLE network_models (
  run_id TEXT PRIMARY KEY REFERENCES runs(run_id),
  content TEXT NOT NULL
)
)sql";

// Version 10: how long a cache line took between ranks before and after each pass of a result, as JSON: [[s, s], ...].
constexpr std::string_view kVersion10 = "ALTER TABLE results ADD COLUMN handover_seconds TEXT NOT NULL DEFAULT '[]'";

// Version 11: the process that measures a run, of those that nobody goes on with when it is gone.
constexpr std::string_view kVersion11 = "ALTER TABLE runs ADD COLUMN owner TEXT NOT NULL DEFAULT ''";

// Version 12: checksums of rows (checksum.h), and how many launches a run has. Older rows have no checksum.
constexpr std::string_view kVersion12 = R"sql(
ALTER TABLE runs ADD COLUMN checksum INTEGER;
ALTER TABLE runs ADD COLUMN launch_count INTEGER NOT NULL DEFAULT 0;
UPDATE runs SET launch_count = (SELECT count(*) FROM launches WHERE launches.run_id = runs.run_id);
ALTER TABLE launches ADD COLUMN checksum INTEGER;
ALTER TABLE launches ADD COLUMN results_checksum INTEGER;
ALTER TABLE series ADD COLUMN checksum INTEGER;
ALTER TABLE results ADD COLUMN checksum INTEGER;
ALTER TABLE results ADD COLUMN passes_checksum INTEGER
)sql";

// Version 13: failures that somebody has put aside.
constexpr std::string_view kVersion13 = "ALTER TABLE gates ADD COLUMN forgotten_at TEXT NOT NULL DEFAULT ''";

// Version 14: a checksum of a run's medians. They are derived: older ones are made again.
constexpr std::string_view kVersion14 = R"sql(
DELETE FROM run_medians;
ALTER TABLE run_medians ADD COLUMN checksum INTEGER
)sql";

// Version 15: the tick of the timer of a result, and how many operations an observation of each pass has, as JSON.
// Older rows have neither.
constexpr std::string_view kVersion15 = R"sql(
ALTER TABLE results ADD COLUMN tick_seconds DOUBLE PRECISION;
ALTER TABLE results ADD COLUMN pass_operations TEXT
)sql";

// Version 16: the times of all references, not of a cache line alone: see ReferencesToJson. Rows keep what they have.
constexpr std::string_view kVersion16 = "ALTER TABLE results RENAME COLUMN handover_seconds TO reference_seconds";

// Version 17: names that people give to runs.
constexpr std::string_view kVersion17 = R"sql(
CREATE TABLE run_tags (
  tag TEXT PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs(run_id),
  checksum INTEGER
)
)sql";

// Version 18: checksums of what looks back, too. That of a baseline's row contains the one of the list of its runs; a
// gate's comparison has one of its own, since it is big and rarely read.
constexpr std::string_view kVersion18 = R"sql(
ALTER TABLE baselines ADD COLUMN runs_checksum INTEGER;
ALTER TABLE baselines ADD COLUMN checksum INTEGER;
ALTER TABLE gates ADD COLUMN checksum INTEGER;
ALTER TABLE gates ADD COLUMN comparison_checksum INTEGER;
ALTER TABLE calibrations ADD COLUMN checksum INTEGER;
ALTER TABLE network_models ADD COLUMN checksum INTEGER
)sql";

constexpr std::array<std::string_view, 18> kSteps = {
    kVersion1,  kVersion2,  kVersion3,  kVersion4,  kVersion5,  kVersion6,  kVersion7,  kVersion8,  kVersion9,
    kVersion10, kVersion11, kVersion12, kVersion13, kVersion14, kVersion15, kVersion16, kVersion17, kVersion18};

void ExecuteAll(Database& database, std::string_view statements) {
  while (!statements.empty()) {
    const auto end = statements.find(';');
    database.Execute(Translated(statements.substr(0, end), database.dialect()));
    if (end == std::string_view::npos) return;
    statements.remove_prefix(end + 1);
  }
}

}  // namespace

std::span<const std::string_view> SchemaSteps() { return kSteps; }

int StoredVersion(Database& database) {
  bool any = false;
  bool ours = false;
  database.Query(database.dialect().tables, {}, [&](const SqlRow& row) {
    any = true;
    ours = ours || row.Text(0) == "mpigauge_store";
  });
  if (!any) return 0;
  if (!ours) throw UsageError("{}: is a database, but not a store of mpigauge", database.name());
  std::vector<std::int64_t> versions;
  database.Query("SELECT version FROM mpigauge_store", {},
                 [&](const SqlRow& row) { versions.push_back(row.Integer(0)); });
  // A store is made with its version in one transaction.
  if (versions.size() != 1) {
    throw NotMeasured("{}: has {} schema versions; it is damaged: restore a backup", database.name(), versions.size());
  }
  if (versions[0] < 1) {
    throw NotMeasured("{}: has schema version {}, which no mpigauge writes; it is damaged: restore a backup",
                      database.name(), versions[0]);
  }
  if (versions[0] > std::numeric_limits<int>::max()) ThrowTooNew(database, versions[0], SchemaVersion());
  return static_cast<int>(versions[0]);
}

void ThrowTooNew(const Database& database, std::int64_t version, std::int64_t newest) {
  throw UsageError("{}: has schema version {}, this mpigauge knows {}; a newer mpigauge wrote it: use that one",
                   database.name(), version, newest);
}

void Migrate(Database& database, std::span<const std::string_view> steps) {
  const auto newest = static_cast<std::int64_t>(steps.size());
  while (true) {
    bool done = false;
    database.InTransaction([&] {
      // Looked at inside the transaction: another process may be bringing it up to date too.
      const std::int64_t version = StoredVersion(database);
      if (version > newest) ThrowTooNew(database, version, newest);
      done = version == newest;
      if (done) return;
      if (version == 0) {
        ExecuteAll(database, "CREATE TABLE mpigauge_store (version INTEGER NOT NULL)");
        database.Execute("INSERT INTO mpigauge_store VALUES (0)");
      }
      ExecuteAll(database, steps[static_cast<std::size_t>(version)]);
      database.Execute("UPDATE mpigauge_store SET version = $1", {version + 1});
    });
    if (done) return;
  }
}

}  // namespace mpigauge
