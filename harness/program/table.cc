#include "harness/program/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

#include "base/table.h"
#include "base/units.h"
#include "record/commtest.h"
#include "stats/estimator.h"

namespace mpigauge {
namespace {

// The figure that was asked for, in front of the usual ones.
struct Figure {
  std::string estimator = "median";
  double confidence = 0;   // of its interval; 0: do not show it
  bool two_times = false;  // COMMTEST's report
};

std::string Setting(const LaunchRecord& record, const std::string& name, const std::string& otherwise) {
  const auto found = record.settings.find(name);
  return found == record.settings.end() || found->second.empty() ? otherwise : found->second;
}

Figure FigureOf(const LaunchRecord& record) {
  return {Setting(record, "estimator", "median"), std::stod(Setting(record, "confidence", "0")),
          Setting(record, "report", "table") == "commtest"};
}

// Returns the times that the summaries are computed from.
std::vector<double> Settled(const SeriesRecord& series) {
  std::vector<double> times = series.Times();
  times.erase(times.begin(), times.begin() + series.warm_up_observations);
  return times;
}

void AddFigure(const SeriesRecord& series, const Figure& figure, std::vector<std::string>& cells) {
  if (figure.two_times) {
    const TwoTimes times = TwoTimesOf(series, figure.estimator);
    for (const double time : {times.longest, times.first_to_last}) cells.push_back(FormatMicroseconds(time));
    return;
  }
  if (figure.estimator == "median" && figure.confidence == 0) return;
  const Estimate estimate =
      EstimateBy(figure.estimator, Settled(series), figure.confidence > 0 ? figure.confidence : 0.95);
  if (figure.estimator != "median") cells.push_back(FormatMicroseconds(estimate.value));
  if (figure.confidence == 0) return;
  cells.push_back(!estimate.interval ? "-"
                                     : fmt::format("[{}, {}]", FormatMicroseconds(estimate.interval->low),
                                                   FormatMicroseconds(estimate.interval->high)));
}

// A fixed volume in packets, whose largest bandwidth follows from the least time [CO7].
bool IsVolume(const SeriesRecord& series) {
  return series.bytes_per_operation > 0 && ParameterOr(series.parameters, kPackets, 0) > 0;
}

Table EmptyTable(const SeriesRecord& series, const Figure& figure) {
  std::vector<Table::Column> columns;
  for (const auto& [name, value] : series.parameters) {
    if (name != "ranks") columns.push_back({name});
  }
  if (figure.two_times) {
    columns.push_back({"longest us"});
    columns.push_back({"first to last us"});
  } else if (figure.estimator != "median") {
    columns.push_back({figure.estimator + " us"});
  }
  if (figure.confidence > 0 && !figure.two_times)
    columns.push_back({fmt::format("{:g}% interval us", figure.confidence * 100)});
  for (const char* title : {"median us", "min us", "mean us", "p99 us"}) columns.push_back({title});
  if (series.bytes_per_operation > 0) columns.push_back({"MB/s"});
  if (IsVolume(series)) columns.push_back({"max MB/s"});
  for (const auto& [name, value] : series.Counters()) columns.push_back({name});
  for (const char* title : {"observations", "late", "first/second"}) columns.push_back({title});
  return Table(columns);
}

std::string Bandwidth(const SeriesRecord& series, double seconds) {
  if (!(seconds > 0)) return "-";
  return fmt::format("{:.1f}", static_cast<double>(series.bytes_per_operation) / seconds * 1e-6);
}

std::vector<std::string> Row(const SeriesRecord& series, const Figure& figure) {
  std::vector<std::string> cells;
  for (const auto& [name, value] : series.parameters) {
    if (name != "ranks") cells.push_back(std::to_string(value));
  }
  AddFigure(series, figure, cells);
  const Summary& summary = series.summary;
  for (const double time : {summary.median, summary.minimum, summary.mean, summary.p99}) {
    cells.push_back(FormatMicroseconds(time));
  }
  if (series.bytes_per_operation > 0) {
    cells.push_back(Bandwidth(series, summary.median));
  }
  if (IsVolume(series)) cells.push_back(Bandwidth(series, summary.minimum));
  for (const auto& [name, value] : series.Counters()) cells.push_back(fmt::format("{:.6g}", value));
  cells.push_back(std::to_string(summary.count));
  cells.push_back(std::to_string(series.Late()));
  cells.push_back(series.second_call_seconds > 0
                      ? fmt::format("{:.1f}", series.first_call_seconds / series.second_call_seconds)
                      : "-");
  return cells;
}

// Latency and bandwidth from numbers of packets, for the table that begins with `first`.
std::string FitLines(const SeriesRecord& first, const std::vector<SeriesRecord>& all) {
  std::vector<SeriesRecord> in_table;
  std::copy_if(all.begin(), all.end(), std::back_inserter(in_table),
               [&](const SeriesRecord& one) { return InOneTable(one, first); });
  std::string lines;
  for (const PacketFit& fit : PacketFits(in_table, kFitConfidence)) lines += Text(fit) + "\n";
  return lines;
}

std::string Value(const std::map<std::string, std::string>& values, const std::string& key) {
  const auto found = values.find(key);
  return found == values.end() ? "?" : found->second;
}

}  // namespace

std::string TableTitle(const SeriesRecord& series) {
  std::string title = series.case_name;
  if (const auto ranks = ParameterOr(series.parameters, "ranks", 0); ranks > 0) {
    title += fmt::format(", {} rank{}", ranks, ranks == 1 ? "" : "s");
  }
  title += series.method.mode == "call"    ? ": time from the first start to the last end"
           : series.method.mode == "loop"  ? ": averages over loops"
           : series.method.mode == "calls" ? ": averages over several, as one is too short for the timer"
           : series.method.mode == "part"  ? ": a part of each operation"
                                           : ": as the function times itself";
  if (!series.method.overhead.empty())
    title += fmt::format(", less {} of overhead", FormatSeconds(series.overhead_seconds));
  return title + (series.verified ? ", data verified" : "");
}

bool InOneTable(const SeriesRecord& one, const SeriesRecord& other) {
  return one.case_name == other.case_name &&
         ParameterOr(one.parameters, "ranks", 0) == ParameterOr(other.parameters, "ranks", 0);
}

std::string FaultLine(const SeriesRecord& series) {
  return fmt::format("{}: {} on rank {}: {}\n", series.name, FaultKindName(series.fault->kind), series.fault->rank,
                     series.fault->message);
}

std::string TableHeader(const LaunchRecord& record) {
  const auto& key = record.environment.key;
  return fmt::format("# {}; {} ranks on {} host(s); {}\n# {}; {}\n",
                     Value(record.environment.context, "mpi_library_version"), Value(key, "ranks"), Value(key, "hosts"),
                     Value(key, "binding"), Value(key, "cpu_model"), Value(key, "host_shape"));
}

std::string LaunchTable(const LaunchRecord& record) {
  const Figure figure = FigureOf(record);
  std::string text = TableHeader(record);
  for (std::size_t i = 0; i < record.series.size();) {
    const SeriesRecord& first = record.series[i];
    std::optional<Table> table;  // its columns are those of the first series that has figures
    std::string faults;
    std::string notes;
    for (; i < record.series.size() && InOneTable(record.series[i], first); ++i) {
      const SeriesRecord& series = record.series[i];
      if (series.fault) {
        faults += FaultLine(series);
      } else {
        if (!table) table = EmptyTable(series, figure);
        table->AddRow(Row(series, figure));
        if (figure.two_times) notes += DisagreementNote(series, figure.estimator);
      }
    }
    text += fmt::format("\n# {}\n{}{}{}", TableTitle(first), table ? table->Text(false) : "",
                        FitLines(first, record.series) + notes, faults);
  }
  return text;
}

}  // namespace mpigauge
