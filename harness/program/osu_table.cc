#include "harness/program/osu_table.h"

#include <fmt/format.h>

#include "harness/program/table.h"
#include "harness/record/osu_names.h"

namespace mpigauge {
namespace {

constexpr int kSizeWidth = 10;  // of OSU's columns
constexpr int kValueWidth = 18;

// What tells the series of one table from those of another one: all but the message size.
Parameters WithoutSize(Parameters parameters) {
  std::erase_if(parameters, [](const auto& one) { return one.first == "bytes"; });
  return parameters;
}

bool InOneOsuTable(const SeriesRecord& one, const SeriesRecord& other) {
  return one.case_name == other.case_name && WithoutSize(one.parameters) == WithoutSize(other.parameters);
}

bool IsBandwidth(const SeriesRecord& series) {
  const auto benchmark = OsuBenchmarkOf(series.case_name);
  return benchmark && benchmark->bandwidth;
}

bool HasSize(const SeriesRecord& series) { return ParameterOr(series.parameters, "bytes", -1) >= 0; }

std::string Head(const SeriesRecord& series) {
  const auto benchmark = OsuBenchmarkOf(series.case_name);
  const std::string title = benchmark ? "OSU " + benchmark->title + " Test" : "not a benchmark of OSU";
  std::string text =
      fmt::format("\n# {}: {} of mpigauge\n", title, SeriesName(series.case_name, WithoutSize(series.parameters)));
  if (!HasSize(series)) return text + "# Avg Latency(us)\n";
  const std::string value = IsBandwidth(series)               ? "Bandwidth (MB/s)"
                            : series.case_name == "ping_pong" ? "Latency (us)"
                                                              : "Avg Latency(us)";
  return text + fmt::format("{:<{}}{:>{}}\n", "# Size", kSizeWidth, value, kValueWidth);
}

std::string Line(const SeriesRecord& series) {
  if (series.fault) return "# " + FaultLine(series);
  const std::int64_t bytes = ParameterOr(series.parameters, "bytes", -1);
  const double seconds = series.summary.mean;
  const double value = IsBandwidth(series) ? static_cast<double>(bytes) / seconds * 1e-6 : seconds * 1e6;
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

}  // namespace mpigauge
