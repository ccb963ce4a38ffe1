#include <algorithm>
#include <string>

#include "record/record_json.h"

namespace mpigauge {

void AppendGoogleRows(const SeriesRecord& series, std::int64_t family_index, Json& rows) {
  const Json common = {{"family_index", family_index},
                       {"per_family_instance_index", 0},
                       {"run_name", series.name},
                       {"repetitions", series.passes.size()},
                       {"threads", 1}};
  const auto row = [&](const std::string& name, const std::string& run_type, std::int64_t iterations, double seconds) {
    Json json = {{"name", name}};
    json.update(common);
    json["run_type"] = run_type;
    json["iterations"] = iterations;
    json["real_time"] = seconds * 1e6;
    json["cpu_time"] = series.cpu_seconds * 1e6;
    json["time_unit"] = "us";
    return json;
  };
  if (series.fault) {
    Json json = row(series.name, "iteration", 0, 0);
    json["error_occurred"] = true;
    json["error_message"] = series.fault->message;
    rows.push_back(json);
    return;
  }
  for (std::size_t i = 0; i < series.passes.size(); ++i) {
    const auto& observations = series.passes[i].observations_seconds;
    if (observations.empty()) continue;
    const double median = std::max(Summarize(observations).median - series.overhead_seconds, 0.0);
    Json json = row(series.name, "iteration", static_cast<std::int64_t>(observations.size()), median);
    json["repetition_index"] = i;
    rows.push_back(json);
  }
  Json json = row(series.name + "_median", "aggregate", series.summary.count, series.summary.median);
  json["aggregate_name"] = "median";
  json["aggregate_unit"] = "time";
  for (const auto& [name, value] : series.Counters()) json[name] = value;
  rows.push_back(json);
}

}  // namespace mpigauge
