#include "baselines/store/known_series.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "base/json.h"
#include "baselines/store/checksum.h"
#include "baselines/store/columns.h"
#include "record/checked_values.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

std::int64_t SeriesChecksum(const SeriesRow& row) { return ChecksumOf({row.name, row.identity, row.description}); }

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

}  // namespace

std::string SeriesIdentity(const SeriesRecord& series) {
  return fmt::format("{} v{} {}", series.name, series.case_version, series.method.Text());
}

void RequireWhole(const SeriesRow& row, const std::string& store) {
  RequireChecksum(row.checksum, SeriesChecksum(row), fmt::format("{}: series {}", store, row.identity));
}

std::int64_t KnownSeries::IdOf(const SeriesRecord& series) {
  const auto remember = [&](const SeriesRow& row) { ids_[row.identity] = {row.series_id, row.description}; };
  const std::string identity = SeriesIdentity(series);
  const std::string description = JsonLine(DescriptionToJson(series));
  // All at once when the first is asked for: a launch has many.
  if (ids_.empty()) Select<SeriesRow>(database_, "FROM series", {}, remember);
  if (!ids_.contains(identity)) {
    database_.Execute(
        "INSERT INTO series(name, identity, description, checksum) VALUES($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        {series.name, identity, description, ChecksumOf({series.name, identity, description})});
    Select<SeriesRow>(database_, "FROM series WHERE identity = $1", {identity}, remember);
  }
  const Known& known = ids_.at(identity);
  if (known.description != description) RequireSameSeries(database_.name(), known.description, series);
  return known.id;
}

void KnownSeries::Learn() {
  std::int64_t count = 0;
  database_.Query("SELECT count(*) FROM series", {}, [&](const SqlRow& row) { count = row.Integer(0); });
  if (count == std::ssize(descriptions_)) return;
  for (StoredSeries& one : All()) {
    std::string identity = SeriesIdentity(one.description);
    descriptions_[one.series_id] = {std::move(one.description), std::move(identity)};
  }
}

const KnownSeries::Description* KnownSeries::Find(std::int64_t series_id) const {
  const auto found = descriptions_.find(series_id);
  return found == descriptions_.end() ? nullptr : &found->second;
}

std::vector<StoredSeries> KnownSeries::All() {
  std::vector<StoredSeries> all;
  Select<SeriesRow>(database_, "FROM series ORDER BY series_id", {}, [&](const SeriesRow& row) {
    RequireWhole(row, database_.name());
    const std::string what = fmt::format("{}: series {}", database_.name(), row.identity);
    all.push_back({row.series_id, row.identity,
                   ReadingValues(what, [&] { return DescriptionFromJson(ParseJson(row.description, what)); })});
  });
  return all;
}

}  // namespace mpigauge
