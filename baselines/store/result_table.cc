#include "baselines/store/result_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/json.h"
#include "baselines/store/blobs.h"
#include "baselines/store/checksum.h"
#include "baselines/store/columns.h"

namespace mpigauge {
namespace {

// A result with what its launch says of all of them.
struct ReadResultRow {
  std::int64_t series_id = 0;
  ResultFigures figures;
  std::optional<std::int64_t> checksum;
  std::optional<std::int64_t> results_checksum;

  static void Columns(auto& row, auto&& each) {
    each("series_id", row.series_id);
    ResultFigures::Columns(row.figures, each);
    each("results.checksum", row.checksum);
    each("results_checksum", row.results_checksum);
  }
};

struct ReadPassesRow {
  ReadResultRow result;
  ResultPasses passes;

  static void Columns(auto& row, auto&& each) {
    ReadResultRow::Columns(row.result, each);
    ResultPasses::Columns(row.passes, each);
  }
};

struct ResultsChecksumRow {
  std::optional<std::int64_t> checksum;

  static void Columns(auto& row, auto&& each) { each("results_checksum", row.checksum); }
};

// Copies the references of passes without the observations.
void KeepReferences(const std::vector<Pass>& passes, std::vector<Pass>& kept) {
  kept.resize(passes.size());
  for (std::size_t i = 0; i < passes.size(); ++i) {
    kept[i].references = passes[i].references;
    kept[i].operations = passes[i].operations;
  }
}

std::int64_t Together(std::int64_t sum, std::int64_t checksum) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(sum) + static_cast<std::uint64_t>(checksum));
}

}  // namespace

std::vector<ResultRow> ResultTable::RowsOf(const LaunchRecord& record) {
  std::vector<ResultRow> rows;
  for (const SeriesRecord& series : record.series) {
    ResultFigures figures = FiguresOf(series);
    const std::int64_t checksum = ResultChecksum(record.launch_id, SeriesIdentity(series), figures);
    rows.push_back({record.launch_id, series_.IdOf(series), std::move(figures), PassesOf(series, checksum), checksum});
  }
  return rows;
}

void ResultTable::Add(std::vector<ResultRow> rows) {
  std::vector<SqlValues> values;
  values.reserve(rows.size());
  for (ResultRow& row : rows) values.push_back(ValuesOf(std::move(row)));
  database_.Insert(IntoTable<ResultRow>("results"), values);
}

std::int64_t ResultTable::Checksum(std::span<const ResultRow> rows) {
  std::int64_t sum = 0;
  for (const ResultRow& row : rows) sum = Together(sum, row.checksum);
  return sum;
}

std::vector<SeriesRecord> ResultTable::Of(const std::string& launch_id, LaunchDetail detail, std::size_t expected) {
  const std::string& store = database_.name();
  std::vector<SeriesRecord> all;
  all.reserve(expected);
  std::int64_t sum = 0;
  std::optional<std::int64_t> stored = 0;  // what it should be; nothing where a checksum is not known
  const auto take = [&](const ReadResultRow& row, const ResultPasses* passes) {
    const KnownSeries::Description* known = series_.Find(row.series_id);
    if (known == nullptr) {
      throw NotMeasured("{}: launch {} has results of a series {} that is not there; the store is damaged", store,
                        launch_id, row.series_id);
    }
    const auto what = [&] { return fmt::format("{}: {} of launch {}", store, known->series.name, launch_id); };
    const std::int64_t checksum = ResultChecksum(launch_id, known->identity, row.figures);
    RequireChecksum(row.checksum, checksum, what);
    stored = row.checksum && stored ? row.results_checksum : std::nullopt;
    sum = Together(sum, checksum);
    SeriesRecord& series = all.emplace_back(known->series);
    FillResult(row.figures, store, series);
    if (passes == nullptr) return;
    RequireChecksum(passes->passes_checksum, PassesChecksum(checksum, *passes), what);
    if (detail == LaunchDetail::kClasses) {
      FillClasses(row.figures, *passes, series);
    } else {
      FillPasses(row.figures, *passes, series);
    }
  };
  const std::string rest = "FROM results JOIN launches USING(launch_id) WHERE launch_id = $1 ORDER BY series_id";
  if (detail == LaunchDetail::kObservations || detail == LaunchDetail::kClasses) {
    Select<ReadPassesRow>(database_, rest, {launch_id},
                          [&](const ReadPassesRow& row) { take(row.result, &row.passes); });
  } else {
    Select<ReadResultRow>(database_, rest, {launch_id}, [&](const ReadResultRow& row) { take(row, nullptr); });
  }
  if (all.empty()) RequireNoResults(launch_id);
  if (stored && *stored != sum) ThrowDamaged(fmt::format("{}: the list of results of launch {}", store, launch_id));
  return all;
}

// All that is there of each pass, but for what its case counts.
bool ResultTable::TakePasses(const ResultFigures& figures, const ResultPasses& passes, SeriesRecord& series) const {
  const std::string& store = database_.name();
  const bool removed = passes.passes.empty() && series.summary.count > 0;  // see StoreUpkeep::RemoveObservations
  if (removed) {
    const Json counters = ParseJson(figures.counters, store);
    series.passes.resize(std::max<std::size_t>(counters.size(), 1));  // the first one has what of all was late
  } else {
    series.passes = DecodePasses(passes.passes, store + ": " + series.name);
  }
  for (Pass& pass : series.passes) pass.operations = series.operations_per_observation;
  FillReferences(passes.reference_seconds, store, series.passes);
  if (passes.pass_operations) FillOperations(*passes.pass_operations, store, series.passes);
  return !removed;
}

void ResultTable::FillPasses(const ResultFigures& figures, const ResultPasses& passes, SeriesRecord& series) const {
  const std::string& store = database_.name();
  const bool there = TakePasses(figures, passes, series);
  ReadingJson(store, [&] { FillCounters(ParseJson(figures.counters, store), series.passes); });
  if (there) Summarize(series);
}

void ResultTable::FillClasses(const ResultFigures& figures, const ResultPasses& passes, SeriesRecord& series) const {
  std::vector<Pass> kept = series.passes;  // what the figures say of all passes together
  if (TakePasses(figures, passes, series)) CountClasses(series);
  KeepReferences(series.passes, kept);
  series.passes = std::move(kept);
}

// Checks that a launch without results never had any.
void ResultTable::RequireNoResults(const std::string& launch_id) {
  const auto row = SelectRow<ResultsChecksumRow>(database_, "FROM launches WHERE launch_id = $1", {launch_id});
  if (!row) return;
  RequireChecksum(row->checksum, 0, fmt::format("{}: the list of results of launch {}", database_.name(), launch_id));
}

}  // namespace mpigauge
