#include "record/testing.h"

#include <sstream>

namespace mpigauge {
namespace {

SeriesRecord ExampleSeries(const std::string& name, double median) {
  SeriesRecord series;
  series.name = name;
  std::istringstream parts(name);
  std::getline(parts, series.case_name, '/');
  for (std::string part; std::getline(parts, part, '/');) {
    const auto colon = part.find(':');
    series.parameters.emplace_back(part.substr(0, colon), std::stoll(part.substr(colon + 1)));
  }
  const bool start_up = series.case_name == "init" || series.case_name == "finalize";
  series.family = series.case_name == "spin" ? "control" : start_up ? "start-up" : "collective";
  series.method = {"call", "round-time", "clock_monotonic_raw"};
  series.verified = true;
  series.remeasured = 1;
  series.first_call_seconds = 3 * median;
  series.second_call_seconds = median;
  series.passes = {{{0.9 * median, median, 1.2 * median}, {0.8 * median, 0.9 * median, median}, 1}};
  series.passes[0].counters = {{"overlap_percent", 50 + median}};
  for (Pass& pass : series.passes) pass.references = {{2.7e-8, 4e-7, 2e-6, 1.5e-5}, {2.8e-8, 5e-7, 3e-6, 1.6e-5}};
  Summarize(series);
  return series;
}

}  // namespace

LaunchRecord ExampleLaunch(const std::string& run_id, int index, const std::map<std::string, double>& medians) {
  LaunchRecord record;
  record.run_id = run_id;
  record.launch_index = index;
  record.launch_id = run_id + "-" + std::to_string(index);
  record.started_at = "2026-11-20T16:05:0" + std::to_string(index % 10) + "Z";
  record.duration_seconds = 1.5;
  record.environment.key = {{"mpi_implementation", "Open MPI"}, {"ranks", "2"}, {"cpu_model", "CPU"}};
  record.environment.context = {{"kernel", "6.1"}, {"mpi_library_version", "Open MPI v4.1.4"}};
  record.settings = {{"passes", "1"}};
  for (const auto& [name, median] : medians) record.series.push_back(ExampleSeries(name, median));
  return record;
}

}  // namespace mpigauge
