#include "harness/sync/window.h"

#include <algorithm>

namespace mpigauge {

Stage WindowSynchronizer::Next(std::int64_t now_ns, bool alone) {
  if (alone) return {1, now_ns + slack_.ns(), 0};
  return {observations_, now_ns + slack_.ns(), static_cast<std::int64_t>(window_ns_)};
}

void WindowSynchronizer::Learn(const Stage& stage, std::span<const StartQuality> qualities,
                               std::span<const std::int64_t> durations_ns, std::int64_t now_ns) {
  slack_.Learn(qualities[0]);
  slack_.BreakStep();
  if (stage.observations == 1) return;
  Outcome outcome;
  outcome.observations = stage.observations;
  std::int64_t in_a_row = 0;
  for (const StartQuality quality : qualities) {
    const bool flawed = quality != StartQuality::kOnTime;
    outcome.flawed += flawed;
    in_a_row = flawed ? in_a_row + 1 : 0;
    outcome.latest_in_a_row = std::max(outcome.latest_in_a_row, in_a_row);
  }
  outcome.wall_ns = std::max<std::int64_t>(now_ns - stage.start_ns, 0);
  outcome.longest_ns = *std::max_element(durations_ns.begin(), durations_ns.end());
  Adapt(outcome);
}

void WindowSynchronizer::Shrink(const Outcome& outcome, double factor) {
  SetWindow(std::max(0.9 * window_ns_, factor * static_cast<double>(outcome.longest_ns)));
}

void WindowSynchronizer::SetWindow(double ns) { window_ns_ = std::min(ns, static_cast<double>(kMostWindow)); }

void MpiperfWindow::Begin() {
  WindowSynchronizer::Begin();
  observations_ = 4;
  window_ns_ = 0;
}

void MpiperfWindow::Adapt(const Outcome& outcome) {
  const double per_launch = static_cast<double>(outcome.wall_ns) / static_cast<double>(outcome.observations);
  if (window_ns_ == 0) {
    SetWindow(kGamma * per_launch);
  } else if (static_cast<double>(outcome.flawed) > kMostFlawed * static_cast<double>(outcome.observations)) {
    SetWindow(std::max(2 * window_ns_, kGamma * per_launch));
  } else if (outcome.flawed == 0) {
    Shrink(outcome, kGamma);
  }
  observations_ = 8;
}

void SkampiWindow::Begin() {
  WindowSynchronizer::Begin();
  observations_ = 4;
  window_ns_ = 0;
}

void SkampiWindow::Adapt(const Outcome& outcome) {
  constexpr std::int64_t kLeastBatch = 2;
  const auto n = static_cast<double>(outcome.observations);
  if (static_cast<double>(outcome.flawed) > kMostFlawed * n) {
    SetWindow(std::max(2 * window_ns_, 1.5 * static_cast<double>(outcome.wall_ns) / (n + 1)));
    if (outcome.latest_in_a_row * 2 > outcome.observations && window_ns_ > 0) {
      observations_ = std::max(kLeastBatch, observations_ / 2);
    }
    return;
  }
  if (outcome.flawed == 0) Shrink(outcome, 1.5);
  observations_ = std::min(kMostObservations, observations_ * 2);
}

}  // namespace mpigauge
