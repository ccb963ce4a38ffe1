#include "record/waiting_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace mpigauge {
namespace {

constexpr const char* kWaitedSeconds = "waited_seconds";
constexpr const char* kWaitingAll = "waiting_processors";
constexpr const char* kWaitingMost = "waiting_processors_of_a_rank";

constexpr double kShareOfAProcessor = 0.05;
constexpr double kLeastSeconds = 0.5;

// NaN where the setting is missing, or no number.
double WaitingSetting(const LaunchRecord& record, const char* key) {
  const auto found = record.settings.find(key);
  if (found == record.settings.end()) return std::nan("");
  char* end = nullptr;
  const double number = std::strtod(found->second.c_str(), &end);
  return end != found->second.c_str() && *end == '\0' && number >= 0 ? number : std::nan("");
}

}  // namespace

void SetWaitingUse(const WaitingUse& use, LaunchRecord& record) {
  record.settings[kWaitedSeconds] = fmt::format("{:.3f}", use.seconds);
  record.settings[kWaitingAll] = fmt::format("{:.4f}", use.all);
  record.settings[kWaitingMost] = fmt::format("{:.4f}", use.most);
}

std::optional<WaitingUse> WaitingUseOf(const LaunchRecord& record) {
  const WaitingUse use{WaitingSetting(record, kWaitedSeconds), WaitingSetting(record, kWaitingAll),
                       WaitingSetting(record, kWaitingMost)};
  if (!std::isfinite(use.seconds) || !std::isfinite(use.all) || !std::isfinite(use.most)) return std::nullopt;
  return use;
}

bool IsKnown(const WaitingUse& use) { return use.seconds >= kLeastSeconds; }

bool IsBusy(const WaitingUse& use, int ranks, int processors) {
  if (!IsKnown(use)) return false;
  return use.most > kShareOfAProcessor || use.all > kShareOfAProcessor * std::max(1, std::min(ranks, processors));
}

}  // namespace mpigauge
