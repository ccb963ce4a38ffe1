#include "harness/program/mpiperf_table.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <vector>

#include "harness/base/table.h"
#include "harness/base/units.h"
#include "harness/program/table.h"

namespace mpigauge {
namespace {

// The parameters of the series, what else tells rows apart, and the report.
Table EmptyTable(const SeriesRecord& series, const std::vector<std::string>& more) {
  std::vector<Table::Column> columns;
  for (const auto& [name, value] : series.parameters) {
    if (name != "ranks") columns.push_back({name});
  }
  for (const std::string& title : more) columns.push_back({title});
  for (const char* title :
       {"total", "correct", "kept", "mean us", "SE us", "SE/mean", "trimmed SE us", "min us", "max us"}) {
    columns.push_back({title});
  }
  for (const double confidence : MpiperfReport::kConfidences) {
    columns.push_back({fmt::format("+- us at {:.2f}", confidence)});
  }
  return Table(columns);
}

void AddRow(const SeriesRecord& series, const std::vector<std::string>& more, const MpiperfReport& report,
            Table& table) {
  std::vector<std::string> cells;
  for (const auto& [name, value] : series.parameters) {
    if (name != "ranks") cells.push_back(std::to_string(value));
  }
  cells.insert(cells.end(), more.begin(), more.end());
  for (const std::int64_t count : {report.total, report.correct, report.kept}) cells.push_back(std::to_string(count));
  for (const double time : {report.mean, report.standard_error}) cells.push_back(FormatMicroseconds(time));
  cells.push_back(fmt::format("{:.2f}%", report.relative_error * 100));
  cells.push_back(std::isnan(report.trimmed_mean_error) ? "-" : FormatMicroseconds(report.trimmed_mean_error));
  for (const double time : {report.minimum, report.maximum}) cells.push_back(FormatMicroseconds(time));
  for (std::size_t i = 0; i < report.intervals.size(); ++i) {
    const auto error = report.AbsoluteError(i);
    cells.push_back(error ? FormatMicroseconds(*error) : "-");
  }
  table.AddRow(cells);
}

MpiperfReport ReportOf(const SeriesRecord& series) {
  const std::vector<double> times = series.Times();
  return ReportAsMpiperf(times, static_cast<std::int64_t>(times.size()) + series.Late());
}

// A block for each case and number of ranks that has rows; `add` adds those of a series.
std::string Blocks(const LaunchRecord& record, const std::vector<std::string>& more,
                   const std::function<std::string(const SeriesRecord&)>& title,
                   const std::function<std::string(const SeriesRecord&, Table&)>& add) {
  std::string text;
  for (std::size_t i = 0; i < record.series.size();) {
    const SeriesRecord& first = record.series[i];
    Table table = EmptyTable(first, more);
    std::string faults;
    for (; i < record.series.size() && InOneTable(record.series[i], first); ++i) faults += add(record.series[i], table);
    text += fmt::format("\n# {}\n{}{}", title(first), table.Text(false), faults);
  }
  return text;
}

}  // namespace

std::string MpiperfTables(const LaunchRecord& record) {
  return TableHeader(record) +
         "# SE and +-: as MPIPerf's paper has them, too small; trimmed SE: the standard error of this mean (Tukey, "
         "McLaughlin)\n" +
         Blocks(record, {}, TableTitle, [](const SeriesRecord& series, Table& table) -> std::string {
           if (series.fault) return FaultLine(series);
           AddRow(series, {}, ReportOf(series), table);
           return "";
         });
}

std::string RankTables(const LaunchRecord& record) {
  LaunchRecord reported;
  for (const SeriesRecord& series : record.series) {
    if (!series.fault && !series.rank_reports.empty()) reported.series.push_back(series);
  }
  const auto title = [](const SeriesRecord& series) {
    const std::string whole = TableTitle(series);
    return whole.substr(0, whole.find(':')) + ": each rank's own times";
  };
  return Blocks(reported, {"rank"}, title, [](const SeriesRecord& series, Table& table) -> std::string {
    for (std::size_t rank = 0; rank < series.rank_reports.size(); ++rank) {
      AddRow(series, {std::to_string(rank)}, series.rank_reports[rank], table);
    }
    return "";
  });
}

}  // namespace mpigauge
