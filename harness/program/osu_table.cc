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

OsuFigure FigureOf(const SeriesRecord& series) {
  const auto benchmark = OsuBenchmarkOf(series.case_name);
  return benchmark ? benchmark->figure : OsuFigure::kTime;
}

// Of the halves of the ranks, which talk to each other.
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

}  // namespace mpigauge
