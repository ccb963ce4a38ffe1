#include "record/waiting_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "record/process_figures.h"

namespace mpigauge {
namespace {

constexpr const char* kWaitedSeconds = "waited_seconds";
constexpr const char* kWaitingAll = "waiting_processors";
constexpr const char* kWaitingMost = "waiting_processors_of_a_rank";

constexpr double kShareOfAProcessor = 0.05;

}  // namespace

void SetWaitingUse(const WaitingUse& use, LaunchRecord& record) {
  record.settings[kWaitedSeconds] = fmt::format("{:.3f}", use.seconds);
  record.settings[kWaitingAll] = fmt::format("{:.4f}", use.all);
  record.settings[kWaitingMost] = fmt::format("{:.4f}", use.most);
}

std::optional<WaitingUse> WaitingUseOf(const LaunchRecord& record) {
  const WaitingUse use{NumberInSetting(record, kWaitedSeconds), NumberInSetting(record, kWaitingAll),
                       NumberInSetting(record, kWaitingMost)};
  if (!std::isfinite(use.seconds) || !std::isfinite(use.all) || !std::isfinite(use.most)) return std::nullopt;
  return use;
}

bool IsKnown(const WaitingUse& use) { return use.seconds >= kLeastWaitSeconds; }

bool IsBusy(const WaitingUse& use, int ranks, int processors) {
  if (!IsKnown(use)) return false;
  return use.most > kShareOfAProcessor || use.all > kShareOfAProcessor * std::max(1, std::min(ranks, processors));
}

}  // namespace mpigauge
