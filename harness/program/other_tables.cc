#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <vector>

#include "base/table.h"
#include "base/units.h"
#include "harness/program/table.h"
#include "record/osu_names.h"

namespace mpigauge {
namespace {

constexpr int kSizeWidth = 10;  // of OSU's columns
constexpr int kValueWidth = 18;

// The series of one table have these parameters in common: all but the message size.
Parameters WithoutSize(Parameters parameters) {
  std::erase_if(parameters, [](const auto& one) { return one.first == "bytes"; });
  return parameters;
}

bool InOneOsuTable(const SeriesRecord& one, const SeriesRecord& other) {
  return one.case_name == other.case_name && WithoutSize(one.parameters) == WithoutSize(other.parameters);
}

OsuFigure FigureOf(const SeriesRecord& series) {
  const auto benchmark = OsuBenchmarkOf(series.case_name);
  return benchmark ? benchmark->figure : OsuFigure::kTime;
}

// The number of pairs, of which each has one rank of either half.
std::int64_t PairsOf(const SeriesRecord& series) { return ParameterOr(series.parameters, "ranks", 2) / 2; }

bool HasSize(const SeriesRecord& series) { return ParameterOr(series.parameters, "bytes", -1) >= 0; }

std::string Head(const SeriesRecord& series) {
  const auto benchmark = OsuBenchmarkOf(series.case_name);
  const std::string title = benchmark ? "OSU " + benchmark->title + " Test" : "not a benchmark of OSU";
  std::string text =
      fmt::format("\n# {}: {} of mpigauge\n", title, SeriesName(series.case_name, WithoutSize(series.parameters)));
  if (!HasSize(series)) return text + "# Avg Latency(us)\n";
  if (FigureOf(series) == OsuFigure::kRate) {
    return text + fmt::format("# [ pairs: {} ]\n{:<{}}{:>{}}{:>{}}\n", PairsOf(series), "# Size", kSizeWidth, "MB/s",
                              kValueWidth, "Messages/s", kValueWidth);
  }
  const std::string value = FigureOf(series) == OsuFigure::kBandwidth ? "Bandwidth (MB/s)"
                            : series.case_name == "ping_pong"         ? "Latency (us)"
                                                                      : "Avg Latency(us)";
  return text + fmt::format("{:<{}}{:>{}}\n", "# Size", kSizeWidth, value, kValueWidth);
}

std::string Line(const SeriesRecord& series) {
  if (series.fault) return "# " + FaultLine(series);
  const std::int64_t bytes = ParameterOr(series.parameters, "bytes", -1);
  const double seconds = series.summary.mean;
  if (FigureOf(series) == OsuFigure::kRate) {
    const double rate = static_cast<double>(PairsOf(series)) / seconds;
    return fmt::format("{:<{}}{:>{}.2f}{:>{}.2f}\n", bytes, kSizeWidth, rate * static_cast<double>(bytes) * 1e-6,
                       kValueWidth, rate, kValueWidth);
  }
  const bool bandwidth = FigureOf(series) == OsuFigure::kBandwidth;
  const double value = bandwidth ? static_cast<double>(bytes) / seconds * 1e-6 : seconds * 1e6;
  if (bytes < 0) return fmt::format("{:17.2f}\n", value);
  return fmt::format("{:<{}}{:>{}.2f}\n", bytes, kSizeWidth, value, kValueWidth);
}

}  // namespace

std::string OsuTables(const LaunchRecord& record) {
  std::string text = TableHeader(record);
  for (std::size_t i = 0; i < record.series.size(); ++i) {
    if (i == 0 || !InOneOsuTable(record.series[i - 1], record.series[i])) text += Head(record.series[i]);
    text += Line(record.series[i]);
  }
  return text;
}

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
