#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "baselines/store/database.h"
#include "record/record.h"

namespace mpigauge {

class KnownSeries;
class RunArchive;

// One value of a series over time: a run's launches.
struct HistoryPoint {
  std::string run_id;
  std::string library;
  std::string started_at;
  std::string identity;                 // of the series: points of different identity are not comparable
  std::vector<double> medians_seconds;  // one per launch
};

// A series as the store knows it: what it is, without results.
struct StoredSeries {
  std::int64_t series_id = 0;
  std::string identity;
  SeriesRecord description;
};

// The figure of a series in a run: the median over its complete launches of their medians.
struct SeriesMedian {
  std::int64_t series_id = 0;
  std::int64_t launches = 0;
  double median_seconds = 0;
  bool operator==(const SeriesMedian&) const = default;
};

// The series of all runs, and their medians over time. All methods throw Error (not measured) that names a row that is
// not as it was stored. See Store for threads and other errors.
class StoredHistory {
 public:
  StoredHistory(Database& database, KnownSeries& series, RunArchive& runs)
      : database_(database), series_(series), runs_(runs) {}

  // The names of all series, each once, in the order of their bytes.
  std::vector<std::string> SeriesNames();

  // All series by their ids. Several may have one name: see SeriesIdentity.
  std::vector<StoredSeries> AllSeries();

  // The values of the series with this name, oldest run first; launches without a median are left out, whatever their
  // status. Throws Error (usage) naming similar series where none has this name.
  std::vector<HistoryPoint> Points(const std::string& series_name);

  // The medians of a run by series_id. They come from what KeepMedians left if that is up to date, otherwise from the
  // launches.
  std::vector<SeriesMedian> Medians(const std::string& run_id);

  // Stores the medians of a run, so that looking back over thousands of runs does not read their launches. Nothing
  // where they are up to date. They are derived: losing them costs time only.
  void KeepMedians(const std::string& run_id);

  // The same for all runs: those of older stores, and those whose process was killed before their end.
  void KeepMedians();

 private:
  struct RunMedians {
    std::int64_t launches = 0;  // that are complete
    std::vector<SeriesMedian> medians;
  };

  void CheckSeriesIsKnown(const std::string& series_name);
  std::optional<std::vector<SeriesMedian>> KeptMedians(const std::string& run_id);  // nothing if not up to date
  RunMedians MediansOfLaunches(const std::string& run_id);
  void Keep(std::span<const std::string> run_ids);

  Database& database_;
  KnownSeries& series_;
  RunArchive& runs_;
};

}  // namespace mpigauge
