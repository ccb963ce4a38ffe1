#include "baselines/store/stored_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "baselines/store/blobs.h"
#include "baselines/store/checksum.h"
#include "baselines/store/columns.h"
#include "baselines/store/known_series.h"
#include "baselines/store/result_row.h"
#include "baselines/store/result_table.h"
#include "baselines/store/run_archive.h"

namespace mpigauge {
namespace {

// A launch of a series.
struct PointRow {
  std::string run_id;
  std::string library;
  std::string started_at;
  std::string identity;
  std::string launch_id;
  std::optional<std::int64_t> checksum;
  ResultFigures figures;

  static void Columns(auto& row, auto&& each) {
    each("run_id", row.run_id);
    each("library", row.library);
    each("runs.started_at", row.started_at);
    each("identity", row.identity);
    each("launch_id", row.launch_id);
    each("results.checksum", row.checksum);
    ResultFigures::Columns(row.figures, each);
  }
};

// A row of the table `run_medians`. It is up to date where `launches` is the number of complete launches.
struct RunMediansRow {
  std::string run_id;
  std::int64_t launches = 0;
  Blob medians;
  std::optional<std::int64_t> checksum;

  static void Columns(auto& row, auto&& each) {
    each("run_id", row.run_id);
    each("launches", row.launches);
    each("medians", row.medians);
    each("checksum", row.checksum);
  }
};

std::int64_t RunMediansChecksum(const RunMediansRow& row) {
  return ChecksumOf({row.run_id, row.launches, row.medians});
}

double MedianOf(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

}  // namespace

std::vector<std::string> StoredHistory::SeriesNames() {
  std::vector<std::string> names;
  Select<SeriesRow>(database_, "FROM series ORDER BY name", {}, [&](const SeriesRow& row) {
    RequireWhole(row, database_.name());
    if (names.empty() || names.back() != row.name) names.push_back(row.name);
  });
  return names;
}

std::vector<StoredSeries> StoredHistory::AllSeries() { return series_.All(); }

void StoredHistory::CheckSeriesIsKnown(const std::string& series_name) {
  const std::string case_name = series_name.substr(0, series_name.find('/'));
  std::string similar;
  for (const std::string& known : SeriesNames()) {
    if (known == series_name) return;
    if (known.starts_with(case_name)) similar += "\n  " + known;
  }
  if (similar.empty()) {
    throw UsageError("{}: no series '{}'; `mpigauge history` without a name lists them", database_.name(), series_name);
  }
  throw UsageError("{}: no series '{}'; there are:{}", database_.name(), series_name, similar);
}

std::vector<HistoryPoint> StoredHistory::Points(const std::string& series_name) {
  CheckSeriesIsKnown(series_name);
  std::vector<HistoryPoint> points;
  Select<PointRow>(
      database_,
      "FROM series JOIN results USING(series_id) JOIN launches USING(launch_id) JOIN runs USING(run_id) "
      "WHERE name = $1 AND median_seconds IS NOT NULL ORDER BY runs.started_at, run_id, identity, launch_index",
      {series_name}, [&](const PointRow& row) {
        RequireChecksum(row.checksum, ResultChecksum(row.launch_id, row.identity, row.figures), [&] {
          return fmt::format("{}: {} of launch {} of run {}", database_.name(), series_name, row.launch_id, row.run_id);
        });
        if (points.empty() || points.back().run_id != row.run_id || points.back().identity != row.identity) {
          points.push_back({row.run_id, row.library, row.started_at, row.identity, {}});
        }
        points.back().medians_seconds.push_back(row.figures.median_seconds.value());
      });
  return points;
}

StoredHistory::RunMedians StoredHistory::MediansOfLaunches(const std::string& run_id) {
  RunMedians made;
  std::vector<std::pair<std::int64_t, double>> results;  // by series_id
  const auto launches = runs_.Launches(run_id, LaunchDetail::kHeads);
  series_.Learn();
  ResultTable table(database_, series_);
  for (const LaunchRecord& launch : launches) {
    if (launch.status != LaunchStatus::kComplete) continue;
    ++made.launches;
    table.AddMedians(launch.launch_id, results);
  }
  std::sort(results.begin(), results.end());
  std::vector<double> values;
  for (std::size_t i = 0; i < results.size(); ++i) {
    values.push_back(results[i].second);
    if (i + 1 < results.size() && results[i + 1].first == results[i].first) continue;
    made.medians.push_back({results[i].first, static_cast<std::int64_t>(values.size()), MedianOf(values)});
    values.clear();
  }
  return made;
}

std::optional<std::vector<SeriesMedian>> StoredHistory::KeptMedians(const std::string& run_id) {
  const auto kept =
      SelectRow<RunMediansRow>(database_,
                               "FROM run_medians WHERE run_id = $1 AND "
                               "launches = (SELECT count(*) FROM launches WHERE run_id = $1 AND status = 'complete')",
                               {run_id});
  if (!kept) return std::nullopt;
  const std::string what = database_.name() + ": the medians of run " + run_id;
  RequireChecksum(kept->checksum, RunMediansChecksum(*kept), what);
  return DecodeMedians(kept->medians, what);
}

std::vector<SeriesMedian> StoredHistory::Medians(const std::string& run_id) {
  auto kept = KeptMedians(run_id);
  return kept ? *std::move(kept) : MediansOfLaunches(run_id).medians;
}

void StoredHistory::KeepMedians(const std::string& run_id) {
  if (!KeptMedians(run_id)) Keep({&run_id, 1});
}

void StoredHistory::KeepMedians() {
  std::vector<std::string> changed;
  database_.Query(
      "SELECT run_id FROM (SELECT run_id, count(*) AS n FROM launches WHERE status = 'complete' "
      "GROUP BY run_id) AS launches LEFT JOIN run_medians USING(run_id) "
      "WHERE run_medians.launches IS NULL OR run_medians.launches <> launches.n",
      {}, [&](const SqlRow& row) { changed.push_back(row.Text(0)); });
  constexpr std::size_t kTogether = 64;  // each time the disk is waited for once; of 10,000 series 10 MB
  for (std::size_t begin = 0; begin < changed.size(); begin += kTogether) {
    Keep(std::span(changed).subspan(begin, std::min(kTogether, changed.size() - begin)));
  }
}

void StoredHistory::Keep(std::span<const std::string> run_ids) {
  std::vector<SqlValues> rows;
  for (const std::string& run_id : run_ids) {
    const RunMedians made = MediansOfLaunches(run_id);
    if (made.launches == 0) continue;
    RunMediansRow row = {run_id, made.launches, EncodeMedians(made.medians), std::nullopt};
    row.checksum = RunMediansChecksum(row);
    rows.push_back(ValuesOf(std::move(row)));
  }
  if (rows.empty()) return;
  database_.InTransaction([&] {
    database_.Insert(IntoTable<RunMediansRow>("run_medians"), rows,
                     "ON CONFLICT(run_id) DO UPDATE SET launches = excluded.launches, medians = excluded.medians, "
                     "checksum = excluded.checksum");
  });
}

}  // namespace mpigauge
