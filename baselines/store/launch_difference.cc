#include "baselines/store/launch_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/json.h"
#include "baselines/store/blobs.h"
#include "baselines/store/known_series.h"
#include "baselines/store/result_row.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

std::string ContentOf(const SeriesRecord& series, bool observations) {
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
  if (!observations) return content;
  for (const std::byte byte : EncodePasses(series.passes)) content += static_cast<char>(byte);
  return content;
}

// Where they were removed they are not what differs.
bool LacksObservations(const LaunchRecord& record) {
  return std::any_of(record.series.begin(), record.series.end(),
                     [](const SeriesRecord& series) { return series.LacksObservations(); });
}

// The contents by the names that people know.
std::map<std::string, std::string> ContentOf(const LaunchRecord& record, bool observations) {
  std::map<std::string, std::string> content = {
      {"place in its run", fmt::format("{} {}", record.run_id, record.launch_index)},
      {"time", JsonLine({record.started_at, record.duration_seconds})},
      {"status", JsonLine({LaunchStatusName(record.status), record.status_text})},
      {"environment", JsonLine(ToJson(record.environment))},
      {"settings", JsonLine(record.settings)}};
  for (const SeriesRecord& series : record.series) {
    content["series " + SeriesIdentity(series)] = ContentOf(series, observations);
  }
  return content;
}

}  // namespace

std::string DifferenceOf(const LaunchRecord& one, const LaunchRecord& other) {
  const bool observations = !LacksObservations(one) && !LacksObservations(other);
  const auto left = ContentOf(one, observations);
  const auto right = ContentOf(other, observations);
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
