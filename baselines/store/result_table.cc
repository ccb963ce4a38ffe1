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

constexpr const char* kOfLaunch = "FROM results JOIN launches USING(launch_id) WHERE launch_id = $1 ORDER BY series_id";

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

// The results of a launch, one after the other, and in the end the list of them.
class ResultTable::Checked {
 public:
  Checked(ResultTable& table, const std::string& launch_id) : table_(table), launch_id_(launch_id) {}

  // Returns what is known of the row's series. Throws where the row is not as it was stored.
  const KnownSeries::Description& Take(const ReadResultRow& row) {
    known_ = table_.series_.Find(row.series_id);
    if (known_ == nullptr) {
      throw NotMeasured("{}: launch {} has results of a series {} that is not there; the store is damaged",
                        table_.database_.name(), launch_id_, row.series_id);
    }
    checksum_ = ResultChecksum(launch_id_, known_->identity, row.figures);
    Require(row.checksum, checksum_);
    stored_ = row.checksum && stored_ ? row.results_checksum : std::nullopt;
    sum_ = Together(sum_, checksum_);
    any_ = true;
    return *known_;
  }

  // The same for the data of passes of the row that was taken last.
  void RequirePasses(const ResultPasses& passes) const {
    Require(passes.passes_checksum, PassesChecksum(checksum_, passes));
  }

  // Throws where some are missing, or were not there.
  void End() const {
    if (!any_) table_.RequireNoResults(launch_id_);
    if (stored_ && *stored_ != sum_) {
      ThrowDamaged(fmt::format("{}: the list of results of launch {}", table_.database_.name(), launch_id_));
    }
  }

 private:
  void Require(std::optional<std::int64_t> stored, std::int64_t expected) const {
    RequireChecksum(stored, expected, [&] {
      return fmt::format("{}: {} of launch {}", table_.database_.name(), known_->series.name, launch_id_);
    });
  }

  ResultTable& table_;
  const std::string& launch_id_;
  const KnownSeries::Description* known_ = nullptr;
  std::int64_t checksum_ = 0;
  std::int64_t sum_ = 0;
  std::optional<std::int64_t> stored_ = 0;  // what the sum should be; nothing where a checksum is not known
  bool any_ = false;
};

std::vector<SeriesRecord> ResultTable::Of(const std::string& launch_id, LaunchDetail detail, std::size_t expected) {
  std::vector<SeriesRecord> all;
  all.reserve(expected);
  Checked checked(*this, launch_id);
  const auto take = [&](const ReadResultRow& row) -> SeriesRecord& {
    SeriesRecord& series = all.emplace_back(checked.Take(row).series);
    FillResult(row.figures, database_.name(), series);
    return series;
  };
  if (detail == LaunchDetail::kObservations || detail == LaunchDetail::kClasses) {
    Select<ReadPassesRow>(database_, kOfLaunch, {launch_id}, [&](const ReadPassesRow& row) {
      SeriesRecord& series = take(row.result);
      checked.RequirePasses(row.passes);
      if (detail == LaunchDetail::kClasses) {
        FillClasses(row.result.figures, row.passes, series);
      } else {
        FillPasses(row.result.figures, row.passes, series);
      }
    });
  } else {
    Select<ReadResultRow>(database_, kOfLaunch, {launch_id}, take);
  }
  checked.End();
  return all;
}

void ResultTable::AddMedians(const std::string& launch_id, std::vector<std::pair<std::int64_t, double>>& medians) {
  Checked checked(*this, launch_id);
  Select<ReadResultRow>(database_, kOfLaunch, {launch_id}, [&](const ReadResultRow& row) {
    checked.Take(row);
    if (row.figures.median_seconds) medians.emplace_back(row.series_id, *row.figures.median_seconds);
  });
  checked.End();
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
