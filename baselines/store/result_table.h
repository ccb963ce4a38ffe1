#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "baselines/store/database.h"
#include "baselines/store/known_series.h"
#include "baselines/store/result_row.h"
#include "baselines/store/run_archive.h"
#include "record/record.h"

namespace mpigauge {

// The table `results`: the series of launches.
class ResultTable {
 public:
  ResultTable(Database& database, KnownSeries& series) : database_(database), series_(series) {}

  // Makes the rows of a launch. Series that are not known yet are added.
  std::vector<ResultRow> RowsOf(const LaunchRecord& record);
  // Adds rows whose launch is there.
  void Add(std::vector<ResultRow> rows);
  // The checksum of a launch's results, whatever their order.
  static std::int64_t Checksum(std::span<const ResultRow> rows);

  // The series of a launch, as those that KnownSeries::Learn has read. `expected`: so many, about. Throws Error that
  // names the launch where a result, or the list of them, is not as it was stored.
  std::vector<SeriesRecord> Of(const std::string& launch_id, LaunchDetail detail, std::size_t expected = 0);

  // Adds the medians of a launch, each with its series_id. Throws as Of.
  void AddMedians(const std::string& launch_id, std::vector<std::pair<std::int64_t, double>>& medians);

 private:
  class Checked;

  // All take a series that has its figures. TakePasses returns false where its observations were removed.
  void FillPasses(const ResultFigures& figures, const ResultPasses& passes, SeriesRecord& series) const;
  void FillClasses(const ResultFigures& figures, const ResultPasses& passes, SeriesRecord& series) const;
  bool TakePasses(const ResultFigures& figures, const ResultPasses& passes, SeriesRecord& series) const;
  void RequireNoResults(const std::string& launch_id);

  Database& database_;
  KnownSeries& series_;
};

}  // namespace mpigauge
