#include "baselines/store/store.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/units.h"
#include "baselines/store/columns.h"
#include "baselines/store/known_series.h"
#include "baselines/store/owner.h"
#include "baselines/store/schema.h"

namespace mpigauge {
namespace {

// A process on another host cannot be looked at. If its run has had no new launch for this time, it is taken for gone:
// a launch takes minutes, and a host and its clock are rarely wrong by hours. Should it live after all, nothing is
// lost: its launches are stored, and at its end it says how the run ended.
constexpr std::chrono::hours kPatienceWithOtherHosts{24};

struct OwnedRunRow {
  std::string run_id;
  std::string owner;
  std::string started_at;
  std::optional<std::string> newest_launch;  // when it began

  static void Columns(auto& row, auto&& each) {
    each("run_id", row.run_id);
    each("owner", row.owner);
    each("started_at", row.started_at);
    each("(SELECT max(started_at) FROM launches WHERE launches.run_id = runs.run_id)", row.newest_launch);
  }

  // Times are UTC, written alike, so their order is that of their texts.
  bool IsOlderThan(const std::string& time) const { return std::max(started_at, newest_launch.value_or("")) < time; }
};

// Ends the runs whose process was killed before it could say how they ended.
void EndLostRuns(Database& database) {
  std::vector<OwnedRunRow> running;
  Select<OwnedRunRow>(database, "FROM runs WHERE status = $1 AND owner <> ''", {RunStatusName(RunStatus::kRunning)},
                      [&](OwnedRunRow row) { running.push_back(std::move(row)); });
  const std::string patience = UtcMilliseconds(std::chrono::system_clock::now() - kPatienceWithOtherHosts);
  for (const OwnedRunRow& run : running) {
    if (!IsGone(run.owner) && !(IsElsewhere(run.owner) && run.IsOlderThan(patience))) continue;
    database.Execute("UPDATE runs SET status = $1 WHERE run_id = $2 AND status = $3",
                     {RunStatusName(RunStatus::kInterrupted), run.run_id, RunStatusName(RunStatus::kRunning)});
  }
}

}  // namespace

struct Store::Parts {
  explicit Parts(std::unique_ptr<Database> opened) : database(std::move(opened)) {}

  std::unique_ptr<Database> database;
  KnownSeries series{*database};
  RunArchive runs{*database, series};
  BaselineBook baselines{*database};
  GateLog gates{*database};
  StoredHistory history{*database, series, runs};
  StoreUpkeep upkeep{*database, series, runs, gates, history};
};

Store::Store(std::unique_ptr<Database> database) : parts_(std::make_unique<Parts>(std::move(database))) {}
Store::Store(Store&& other) noexcept = default;
Store& Store::operator=(Store&& other) noexcept = default;
Store::~Store() = default;

Store Store::Open(const std::string& name, Access access, double wait_seconds) {
  const bool writable = access == Access::kWrite;
  auto database = OpenDatabase(name, writable, wait_seconds);
  const int version = StoredVersion(*database);
  if (version > SchemaVersion()) ThrowTooNew(*database, version, SchemaVersion());
  if (version != SchemaVersion() && writable) Migrate(*database, SchemaSteps());
  if (version != SchemaVersion() && !writable) {
    throw UsageError(
        "{}: has schema version {}, this mpigauge reads {}; `mpigauge store migrate` brings an older store up to date, "
        "and so does a command that writes to it",
        database->name(), version, SchemaVersion());
  }
  if (writable) EndLostRuns(*database);
  return Store(std::move(database));
}

Store::Versions Store::VersionsOf(const std::string& name) {
  const auto database = OpenDatabase(name, false);
  const int stored = StoredVersion(*database);
  if (stored > SchemaVersion()) ThrowTooNew(*database, stored, SchemaVersion());
  return {database->name(), stored, SchemaVersion()};
}

const std::string& Store::name() const { return parts_->database->name(); }
RunArchive& Store::runs() { return parts_->runs; }
BaselineBook& Store::baselines() { return parts_->baselines; }
GateLog& Store::gates() { return parts_->gates; }
StoredHistory& Store::history() { return parts_->history; }
StoreUpkeep& Store::upkeep() { return parts_->upkeep; }

bool StoreExists(const std::string& name) { return IsPostgresUrl(name) || std::filesystem::exists(name); }

}  // namespace mpigauge
