#include "record/process_figures.h"

#include <cmath>
#include <cstdlib>
#include <string>

namespace mpigauge {
namespace {

constexpr const char* kPeakResident = "peak_resident_bytes";

}  // namespace

double NumberInSetting(const LaunchRecord& record, const char* key) {
  const auto found = record.settings.find(key);
  if (found == record.settings.end()) return std::nan("");
  char* end = nullptr;
  const double number = std::strtod(found->second.c_str(), &end);
  const bool whole = end != found->second.c_str() && *end == '\0';
  return whole && std::isfinite(number) && number >= 0 ? number : std::nan("");
}

void SetPeakMemory(std::int64_t bytes, LaunchRecord& record) { record.settings[kPeakResident] = std::to_string(bytes); }

std::optional<double> PeakMemoryOf(const LaunchRecord& record) {
  const double bytes = NumberInSetting(record, kPeakResident);
  return std::isnan(bytes) ? std::nullopt : std::optional(bytes);
}

}  // namespace mpigauge
