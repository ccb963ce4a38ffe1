#include "baselines/store/same_launch.h"

#include <fmt/format.h>

#include <map>

#include "baselines/store/passes_blob.h"
#include "baselines/store/result_row.h"
#include "harness/base/json.h"
#include "harness/record/record_json.h"

namespace mpigauge {
namespace {

std::string ContentOf(const SeriesRecord& series) {
  const Json figures = {series.operations_per_observation,
                        series.verified,
                        series.first_call_seconds,
                        series.second_call_seconds,
                        series.cpu_seconds,
                        series.overhead_seconds,
                        series.remeasured,
                        series.fault ? ToJson(*series.fault) : Json(nullptr),
                        series.tick_seconds,
                        OperationsToJson(series.passes),
                        CountersToJson(series.passes),
                        ReferencesToJson(series.passes)};
  std::string content = JsonLine(figures);
  for (const std::byte byte : EncodePasses(series.passes)) content += static_cast<char>(byte);
  return content;
}

// By what people call it.
std::map<std::string, std::string> ContentOf(const LaunchRecord& record) {
  std::map<std::string, std::string> content = {
      {"place in its run", fmt::format("{} {}", record.run_id, record.launch_index)},
      {"time", JsonLine({record.started_at, record.duration_seconds})},
      {"status", JsonLine({LaunchStatusName(record.status), record.status_text})},
      {"environment", JsonLine(ToJson(record.environment))},
      {"settings", JsonLine(record.settings)}};
  for (const SeriesRecord& series : record.series) {
    content[fmt::format("series {} v{} {}", series.name, series.case_version, series.method.Text())] =
        ContentOf(series);
  }
  return content;
}

}  // namespace

std::string DifferenceOf(const LaunchRecord& one, const LaunchRecord& other) {
  const auto left = ContentOf(one);
  const auto right = ContentOf(other);
  std::map<std::string, bool> same;
  for (const auto& [name, content] : left) same[name] = right.contains(name) && right.at(name) == content;
  for (const auto& [name, content] : right) same.emplace(name, false);
  std::string difference;
  for (const auto& [name, is_same] : same) {
    if (!is_same) difference += (difference.empty() ? "" : ", ") + name;
  }
  return difference;
}

}  // namespace mpigauge
