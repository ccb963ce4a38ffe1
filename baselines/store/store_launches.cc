// The part of the store that writes and reads launches and their results.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/json.h"
#include "baselines/store/blobs.h"
#include "baselines/store/checksum.h"
#include "baselines/store/result_row.h"
#include "baselines/store/store.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

// Where there was nothing to observe there is no figure.
SqlValue RealOrNull(double value) { return std::isfinite(value) ? SqlValue(value) : SqlValue(nullptr); }

// Two results are of one series if this text is equal: a changed benchmark is not a changed library.
std::string Identity(const SeriesRecord& series) {
  return fmt::format("{} v{} {}", series.name, series.case_version, series.method.Text());
}

// The store describes a series once, for all launches: a record that says otherwise would be read as another one.
void RequireSameSeries(const std::string& store, const std::string& known, const SeriesRecord& series) {
  const Json was = DescriptionToJson(DescriptionFromJson(ParseJson(known, store)));
  const Json is = DescriptionToJson(series);
  for (const auto& [key, value] : was.items()) {
    if (is.at(key) == value) continue;
    throw UsageError("series {}: its {} is {}, and the same series in {} has {}; is the record damaged?", series.name,
                     key, is.at(key).dump(-1, ' ', true, Json::error_handler_t::replace), store, value.dump());
  }
}

// Copies the references of passes without the observations.
void KeepReferences(const std::vector<Pass>& passes, std::vector<Pass>& kept) {
  kept.resize(passes.size());
  for (std::size_t i = 0; i < passes.size(); ++i) {
    kept[i].references = passes[i].references;
    kept[i].operations = passes[i].operations;
  }
}

// A checksum of a launch's results, whatever their order.
std::int64_t Together(std::int64_t sum, std::int64_t checksum) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(sum) + static_cast<std::uint64_t>(checksum));
}

constexpr const char* kSelectLaunches =
    "SELECT launch_id, run_id, launch_index, launches.started_at, duration_seconds, launches.status, status_text, key, "
    "context, settings, content, results_checksum, launches.checksum, launch_count FROM launches "
    "JOIN runs USING(run_id) JOIN environments USING(environment_id) LEFT JOIN selections USING(selection_id) ";

// The columns of kSelectLaunches up to `results_checksum`.
std::int64_t LaunchChecksum(const SqlRow& row) {
  return ChecksumOf({row.Text(0), row.Text(1), row.Integer(2), row.Text(3), row.Real(4), row.Text(5), row.Text(6),
                     row.Text(7), row.Text(8), row.Text(9), row.IsNull(10) ? SqlValue(nullptr) : SqlValue(row.Text(10)),
                     row.IsNull(11) ? SqlValue(nullptr) : SqlValue(row.Integer(11))});
}

// A row of kSelectLaunches.
LaunchRecord LaunchFromRow(const SqlRow& row, const std::string& store) {
  LaunchRecord record;
  record.launch_id = row.Text(0);
  record.run_id = row.Text(1);
  record.launch_index = row.Integer(2);
  record.started_at = row.Text(3);
  record.duration_seconds = row.Real(4);
  record.status = LaunchStatusFromName(row.Text(5));
  record.status_text = row.Text(6);
  const std::string what = fmt::format("{}: launch {}", store, record.launch_id);
  RequireChecksum(row, 12, LaunchChecksum(row), what);
  const auto fields = [&](int column) {
    using Fields = std::map<std::string, std::string>;
    return ReadingJson(what, [&] { return ParseJson(row.Text(column), what).get<Fields>(); });
  };
  record.environment = {fields(7), fields(8)};
  record.settings = fields(9);
  if (!row.IsNull(10)) record.environment.selection = fields(10);
  return record;
}

}  // namespace

std::int64_t Store::EnvironmentId(const Environment& environment) {
  const std::string key = JsonLine(environment.key);
  database_->Execute("INSERT INTO environments(key) VALUES($1) ON CONFLICT DO NOTHING", {key});
  std::int64_t id = 0;
  database_->Query("SELECT environment_id FROM environments WHERE key = $1", {key},
                   [&](const SqlRow& row) { id = row.Integer(0); });
  return id;
}

std::int64_t Store::SeriesId(const SeriesRecord& series) {
  const auto remember = [&](const SqlRow& row) { series_ids_[row.Text(0)] = {row.Integer(1), row.Text(2)}; };
  const std::string identity = Identity(series);
  const std::string description = JsonLine(DescriptionToJson(series));
  // All at once when the first is asked for: a launch has many.
  if (series_ids_.empty()) database_->Query("SELECT identity, series_id, description FROM series", {}, remember);
  if (!series_ids_.contains(identity)) {
    database_->Execute(
        "INSERT INTO series(name, identity, description, checksum) VALUES($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        {series.name, identity, description, ChecksumOf({series.name, identity, description})});
    database_->Query("SELECT identity, series_id, description FROM series WHERE identity = $1", {identity}, remember);
  }
  const KnownSeries& known = series_ids_.at(identity);
  if (known.description != description) RequireSameSeries(name(), known.description, series);
  return known.id;
}

std::vector<SqlValues> Store::ResultRows(const LaunchRecord& record) {
  std::vector<SqlValues> rows;
  for (const SeriesRecord& series : record.series) {
    const SqlValue fault = series.fault ? SqlValue(JsonLine(ToJson(*series.fault))) : SqlValue(nullptr);
    SqlValues row = {series.summary.count,
                     series.Late(),
                     RealOrNull(series.summary.median),
                     RealOrNull(series.summary.minimum),
                     RealOrNull(series.summary.p99),
                     RealOrNull(series.local_summary.median),
                     series.first_call_seconds,
                     series.second_call_seconds,
                     series.cpu_seconds,
                     series.operations_per_observation,
                     std::int64_t{series.verified},
                     fault,
                     series.remeasured,
                     JsonLine(CountersToJson(series.passes)),
                     series.overhead_seconds,
                     series.tick_seconds};
    const std::int64_t checksum = ResultChecksum(record.launch_id, Identity(series), row);
    Blob passes = series.LacksObservations() ? Blob() : EncodePasses(series.passes);
    std::string references = JsonLine(ReferencesToJson(series.passes));
    std::string operations = JsonLine(OperationsToJson(series.passes));
    const std::int64_t passes_checksum = PassesChecksum(checksum, passes, references, operations);
    row.insert(row.begin(), {record.launch_id, SeriesId(series)});
    for (SqlValue value : std::initializer_list<SqlValue>{std::move(passes), std::move(references),
                                                          std::move(operations), passes_checksum, checksum}) {
      row.push_back(std::move(value));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::optional<Environment> Store::RunEnvironment(const std::string& run_id) {
  std::optional<Environment> environment;
  database_->Query(std::string(kSelectLaunches) +
                       "WHERE run_id = $1 AND launches.status = 'complete' ORDER BY launch_index, launch_id LIMIT 1",
                   {run_id}, [&](const SqlRow& row) {
                     const LaunchRecord launch = LaunchFromRow(row, name());
                     environment = {launch.environment.key, launch.environment.context};
                   });
  return environment;
}

std::optional<LaunchRecord> Store::FindLaunch(const std::string& launch_id) {
  std::optional<LaunchRecord> found;
  database_->Query(std::string(kSelectLaunches) + "WHERE launch_id = $1", {launch_id},
                   [&](const SqlRow& row) { found = LaunchFromRow(row, name()); });
  if (!found) return std::nullopt;
  LearnDescriptions();
  found->series = Results(launch_id, Detail::kObservations, 0);
  return found;
}

void Store::RemoveLaunch(const std::string& launch_id) {
  database_->Execute(
      "UPDATE runs SET launch_count = launch_count - 1 WHERE run_id = (SELECT run_id FROM launches "
      "WHERE launch_id = $1)",
      {launch_id});
  database_->Execute("DELETE FROM results WHERE launch_id = $1", {launch_id});
  database_->Execute("DELETE FROM launches WHERE launch_id = $1", {launch_id});
}

bool Store::HasLaunch(const LaunchRecord& record) {
  const std::optional<LaunchRecord> there = FindLaunch(record.launch_id);
  if (!there) return false;
  const bool same_place = there->run_id == record.run_id && there->launch_index == record.launch_index;
  // The part that was saved of a launch while it ran holds less than its record, and several texts say how it was cut
  // off.
  const bool comparable = there->status == record.status && record.status != LaunchStatus::kInterrupted;
  const std::string difference = comparable || !same_place ? DifferenceOf(*there, record) : "";
  if (!difference.empty()) {
    throw UsageError("{}: launch {} of run {} is stored already, with other content ({}); was its record changed?",
                     name(), record.launch_id, record.run_id, difference);
  }
  // A launch on a bad node is whole, and not to be taken for a good one.
  const bool part = there->status != LaunchStatus::kComplete && there->status != LaunchStatus::kBadNode;
  if (!part || record.status != LaunchStatus::kComplete) return true;
  RemoveLaunch(record.launch_id);
  return false;
}

// The launch without its results. The checksum is of what the row says when it is read.
void Store::AddHead(const LaunchRecord& record, const std::vector<SqlValues>& results) {
  std::int64_t sum = 0;
  for (const SqlValues& row : results) sum = Together(sum, std::get<std::int64_t>(row.back()));
  database_->Execute(
      "INSERT INTO launches(launch_id, run_id, launch_index, started_at, duration_seconds, status, status_text, "
      "environment_id, context, settings, selection_id, results_checksum) "
      "VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
      {record.launch_id, record.run_id, record.launch_index, record.started_at, record.duration_seconds,
       LaunchStatusName(record.status), record.status_text, EnvironmentId(record.environment),
       JsonLine(record.environment.context), JsonLine(record.settings), SelectionId(record.environment), sum});
  std::int64_t checksum = 0;
  database_->Query(std::string(kSelectLaunches) + "WHERE launch_id = $1", {record.launch_id},
                   [&](const SqlRow& row) { checksum = LaunchChecksum(row); });
  database_->Execute("UPDATE launches SET checksum = $1 WHERE launch_id = $2", {checksum, record.launch_id});
  database_->Execute("UPDATE runs SET launch_count = launch_count + 1 WHERE run_id = $1", {record.run_id});
}

bool Store::AddLaunch(const LaunchRecord& record) {
  bool added = false;
  const auto add = [&] {
    if (HasLaunch(record)) return;
    const auto& context = record.environment.context;
    const auto version = context.find("mpi_library_version");
    AddRun({record.run_id, version == context.end() ? "unknown" : version->second, record.started_at,
            RunStatus::kComplete, Json::object()});
    const std::vector<SqlValues> results = ResultRows(record);
    AddHead(record, results);
    database_->Insert(
        fmt::format(
            "results(launch_id, series_id, {}, passes, reference_seconds, pass_operations, passes_checksum, checksum)",
            kResultColumns),
        results);
    added = true;
  };
  try {
    database_->InTransaction(add);
  } catch (...) {
    series_ids_.clear();  // some may have been taken back
    throw;
  }
  return added;
}

void Store::LearnDescriptions() {
  std::int64_t count = 0;
  database_->Query("SELECT count(*) FROM series", {}, [&](const SqlRow& row) { count = row.Integer(0); });
  if (count == std::ssize(descriptions_)) return;
  for (StoredSeries& one : AllSeries()) {
    std::string identity = Identity(one.description);
    descriptions_[one.series_id] = {std::move(one.description), std::move(identity)};
  }
}

std::vector<SeriesRecord> Store::Results(const std::string& launch_id, Detail detail, std::size_t expected) {
  const bool with_passes = detail == Detail::kObservations || detail == Detail::kClasses;
  const std::string sql = fmt::format(
      "SELECT series_id, {}, results.checksum, results_checksum{} FROM results "
      "JOIN launches USING(launch_id) WHERE launch_id = $1 ORDER BY series_id",
      kResultColumns, with_passes ? ", passes, reference_seconds, passes_checksum, pass_operations" : "");
  std::vector<SeriesRecord> all;
  all.reserve(expected);
  std::int64_t sum = 0;
  std::optional<std::int64_t> stored = 0;  // what it should be; nothing where a checksum is not known
  database_->Query(sql, {launch_id}, [&](const SqlRow& row) {
    const auto known = descriptions_.find(row.Integer(0));
    if (known == descriptions_.end()) {
      throw NotMeasured("{}: launch {} has results of a series {} that is not there; the store is damaged", name(),
                        launch_id, row.Integer(0));
    }
    const Described& described = known->second;
    const auto what = [&] { return fmt::format("{}: {} of launch {}", name(), described.series.name, launch_id); };
    const std::int64_t checksum = ResultChecksum(launch_id, described.identity, ResultValues(row, 1));
    RequireChecksum(row, 17, checksum, what);
    stored = row.IsNull(17) || row.IsNull(18) || !stored ? std::nullopt : std::optional(row.Integer(18));
    sum = Together(sum, checksum);
    SeriesRecord& series = all.emplace_back(described.series);
    FillResult(row, 1, name(), series);
    if (!with_passes) return;
    const Blob passes = row.Bytes(19);
    const auto operations = row.IsNull(22) ? std::nullopt : std::optional(row.Text(22));
    RequireChecksum(row, 21, PassesChecksum(checksum, passes, row.Text(20), operations), what);
    if (detail == Detail::kClasses) {
      FillClasses(row, passes, series);
    } else {
      FillPasses(row, passes, series);
    }
  });
  if (all.empty()) RequireNoResults(launch_id);
  if (stored && *stored != sum) ThrowDamaged(fmt::format("{}: the list of results of launch {}", name(), launch_id));
  return all;
}

// All that is there of each pass, but for what its case counts. False where its observations were removed.
bool Store::TakePasses(const SqlRow& row, const Blob& passes, SeriesRecord& series) const {
  const bool removed = passes.empty() && series.summary.count > 0;  // see RemoveObservations
  if (removed) {
    const Json counters = ParseJson(row.Text(14), name());
    series.passes.resize(std::max<std::size_t>(counters.size(), 1));  // the first one has what of all was late
  } else {
    series.passes = DecodePasses(passes, name() + ": " + series.name);
  }
  for (Pass& pass : series.passes) pass.operations = series.operations_per_observation;
  FillReferences(row.Text(20), name(), series.passes);
  if (!row.IsNull(22)) FillOperations(row.Text(22), name(), series.passes);
  return !removed;
}

void Store::FillPasses(const SqlRow& row, const Blob& passes, SeriesRecord& series) const {
  const bool there = TakePasses(row, passes, series);
  ReadingJson(name(), [&] { FillCounters(ParseJson(row.Text(14), name()), series.passes); });
  if (there) Summarize(series);
}

void Store::FillClasses(const SqlRow& row, const Blob& passes, SeriesRecord& series) const {
  std::vector<Pass> kept = series.passes;  // what the figures say of all passes together
  if (TakePasses(row, passes, series)) CountClasses(series);
  KeepReferences(series.passes, kept);
  series.passes = std::move(kept);
}

// Checks that a launch without results never had any.
void Store::RequireNoResults(const std::string& launch_id) {
  database_->Query("SELECT results_checksum FROM launches WHERE launch_id = $1", {launch_id}, [&](const SqlRow& row) {
    RequireChecksum(row, 0, 0, fmt::format("{}: the list of results of launch {}", name(), launch_id));
  });
}

std::vector<LaunchRecord> Store::Heads(const std::string& run_id, std::int64_t first_index) {
  std::vector<LaunchRecord> launches;
  std::int64_t count = 0;
  const auto read = [&] {
    database_->Query(
        std::string(kSelectLaunches) + "WHERE run_id = $1 AND launch_index >= $2 ORDER BY launch_index, launch_id",
        {run_id, first_index}, [&](const SqlRow& row) {
          launches.push_back(LaunchFromRow(row, name()));
          count = row.Integer(13);
        });
  };
  read();
  if (first_index > 0) return launches;
  // Where there is none, the run itself knows whether it has any; its index, which may be what is damaged, is not
  // asked.
  if (launches.empty()) {
    database_->Query("SELECT launch_count FROM runs WHERE run_id || '' = $1", {run_id},
                     [&](const SqlRow& row) { count = row.Integer(0); });
    if (count > 0) read();  // somebody may have stored one meanwhile
  }
  if (count == std::ssize(launches)) return launches;
  throw NotMeasured("{}: run {} has {} launches, and {} of them are there; the database is damaged", name(), run_id,
                    count, launches.size());
}

std::vector<LaunchRecord> Store::Launches(const std::string& run_id, Detail detail, std::int64_t first_index) {
  std::vector<LaunchRecord> launches = Heads(run_id, first_index);
  if (detail == Detail::kHeads) return launches;
  // The descriptions are read after the launches, so that the series of all of them are there, whoever writes
  // meanwhile.
  LearnDescriptions();
  std::size_t expected = 0;  // results: as many as of the launch before
  for (LaunchRecord& launch : launches) {
    launch.series = Results(launch.launch_id, detail, expected);
    expected = launch.series.size();
  }
  return launches;
}

}  // namespace mpigauge
