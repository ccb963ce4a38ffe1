// The part of the store that keeps what many launches share: what the MPI library selected, and what each run says of
// each series, without its launches.

#include <algorithm>

#include "base/json.h"
#include "baselines/store/blobs.h"
#include "baselines/store/checksum.h"
#include "baselines/store/store.h"
#include "record/checked_values.h"
#include "record/record_json.h"

namespace mpigauge {

// This is called in a transaction, so nobody else adds the same. The content is too long for an index of PostgreSQL,
// and there are as many as libraries and their settings: few.
SqlValue Store::SelectionId(const Environment& environment) {
  if (environment.selection.empty()) return nullptr;
  const std::string content = JsonLine(Json(environment.selection));
  SqlValue id = nullptr;
  const auto find = [&] {
    database_->Query("SELECT selection_id FROM selections WHERE content = $1", {content},
                     [&](const SqlRow& row) { id = row.Integer(0); });
    return !std::holds_alternative<std::nullptr_t>(id);
  };
  if (!find()) {
    database_->Execute("INSERT INTO selections(content) VALUES($1)", {content});
    find();
  }
  return id;
}

namespace {

double Median(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

}  // namespace

std::vector<StoredSeries> Store::AllSeries() {
  std::vector<StoredSeries> all;
  database_->Query("SELECT series_id, identity, description, name, checksum FROM series ORDER BY series_id", {},
                   [&](const SqlRow& row) {
                     RequireChecksum(row, 4, ChecksumOf({row.Text(3), row.Text(1), row.Text(2)}),
                                     name() + ": series " + row.Text(1));
                     all.push_back({row.Integer(0), row.Text(1), ReadingValues(name() + ": series " + row.Text(1), [&] {
                                      return DescriptionFromJson(Json::parse(row.Text(2)));
                                    })});
                   });
  return all;
}

std::vector<SeriesMedian> Store::MediansOfLaunches(const std::string& run_id) {
  Launches(run_id, Detail::kSummaries);  // which looks at every checksum
  std::vector<std::pair<std::int64_t, double>> results;
  database_->Query(
      "SELECT series_id, median_seconds FROM launches JOIN results USING(launch_id) "
      "WHERE run_id = $1 AND status = 'complete' AND median_seconds IS NOT NULL",
      {run_id}, [&](const SqlRow& row) { results.emplace_back(row.Integer(0), row.Real(1)); });
  std::sort(results.begin(), results.end());
  std::vector<SeriesMedian> medians;
  std::vector<double> values;
  for (std::size_t i = 0; i < results.size(); ++i) {
    values.push_back(results[i].second);
    if (i + 1 < results.size() && results[i + 1].first == results[i].first) continue;
    medians.push_back({results[i].first, static_cast<std::int64_t>(values.size()), Median(values)});
    values.clear();
  }
  return medians;
}

std::vector<SeriesMedian> Store::Medians(const std::string& run_id) {
  std::optional<std::vector<SeriesMedian>> kept;
  database_->Query(
      "SELECT medians, launches, checksum FROM run_medians WHERE run_id = $1 AND "
      "launches = (SELECT count(*) FROM launches WHERE run_id = $1 AND status = 'complete')",
      {run_id}, [&](const SqlRow& row) {
        const std::string what = name() + ": the medians of run " + run_id;
        RequireChecksum(row, 2, ChecksumOf({run_id, row.Integer(1), row.Bytes(0)}), what);
        kept = DecodeMedians(row.Bytes(0), what);
      });
  return kept ? *kept : MediansOfLaunches(run_id);
}

void Store::KeepMedians() {
  struct Changed {
    std::string run_id;
    std::int64_t launches;
  };
  std::vector<Changed> changed;
  database_->Query(
      "SELECT run_id, launches.n FROM (SELECT run_id, count(*) AS n FROM launches WHERE status = 'complete' "
      "GROUP BY run_id) AS launches LEFT JOIN run_medians USING(run_id) "
      "WHERE run_medians.launches IS NULL OR run_medians.launches <> launches.n",
      {}, [&](const SqlRow& row) {
        changed.push_back({row.Text(0), row.Integer(1)});
      });
  for (const Changed& run : changed) {
    const Blob medians = EncodeMedians(MediansOfLaunches(run.run_id));
    database_->Execute(
        "INSERT INTO run_medians(run_id, launches, medians, checksum) VALUES($1, $2, $3, $4) ON CONFLICT(run_id) "
        "DO UPDATE SET launches = excluded.launches, medians = excluded.medians, checksum = excluded.checksum",
        {run.run_id, run.launches, medians, ChecksumOf({run.run_id, run.launches, medians})});
  }
}

}  // namespace mpigauge
