#include "dashboards/data/environment.h"

namespace mpigauge {
namespace {

Json Fields(const Environment& environment) {
  Json fields = Json::object();
  for (const auto& [field, text] : environment.key) fields[field] = text;
  for (const auto& [field, text] : environment.context) fields[field] = text;
  return fields;
}

}  // namespace

Json EnvironmentJson(const std::vector<LaunchRecord>& baseline, const std::vector<LaunchRecord>& candidate) {
  if (baseline.empty() || candidate.empty()) return nullptr;
  return {{"baseline", Fields(baseline.back().environment)}, {"candidate", Fields(candidate.back().environment)}};
}

}  // namespace mpigauge
