#include "harness/sync/window.h"

#include <algorithm>

#include "harness/agree/control.h"

namespace mpigauge {

std::int64_t BroadcastBound(const Control& control, const GlobalClock& clock) {
  constexpr int kBroadcasts = 20;
  std::int64_t longest = 0;
  for (int i = 0; i < kBroadcasts; ++i) {
    control.Barrier();
    std::int64_t sent = clock.Now();
    control.Broadcast(sent);
    std::int64_t took[] = {clock.Now() - sent};
    control.MaxToRoot(took);
    longest = std::max(longest, took[0]);
  }
  control.Broadcast(longest);
  return longest;
}

void WindowSynchronizer::Learn(const Stage& stage, std::span<const StartQuality> qualities,
                               std::span<const std::int64_t> durations_ns, std::int64_t end_ns) {
  if (stage.alone) return;
  Outcome outcome;
  outcome.observations = stage.observations;
  std::int64_t in_a_row = 0;
  for (const StartQuality quality : qualities) {
    const bool flawed = quality != StartQuality::kOnTime;
    outcome.flawed += flawed;
    in_a_row = flawed ? in_a_row + 1 : 0;
    outcome.latest_in_a_row = std::max(outcome.latest_in_a_row, in_a_row);
  }
  outcome.wall_ns = std::max<std::int64_t>(end_ns - stage.start_ns, 0);
  outcome.longest_ns = *std::max_element(durations_ns.begin(), durations_ns.end());
  Adapt(outcome);
}

void WindowSynchronizer::SetWindow(double ns) { window_ns_ = std::min(ns, static_cast<double>(kMostWindow)); }

void MpiperfWindow::Begin() {
  is_initialized_ = false;
  window_ns_ = 0;
}

Stage MpiperfWindow::Next(std::int64_t now_ns, bool alone) {
  const std::int64_t start = now_ns + broadcast_ns_;
  if (alone) return {1, start, 0, true, true};
  if (!is_initialized_) return {settings_.first_launches, start, 0, false, false};
  return {settings_.launches, start, static_cast<std::int64_t>(window_ns_), false, true};
}

void MpiperfWindow::Adapt(const Outcome& outcome) {
  const auto launches = static_cast<double>(outcome.observations);
  const bool too_many = static_cast<double>(outcome.flawed) > settings_.most_incorrect * launches;
  if (!is_initialized_ || too_many) SetWindow(settings_.factor * static_cast<double>(outcome.wall_ns) / launches);
  is_initialized_ = true;
}

void SkampiWindow::Begin() {
  slack_.Begin();
  observations_ = 4;
  window_ns_ = 0;
}

Stage SkampiWindow::Next(std::int64_t now_ns, bool alone) {
  const std::int64_t start = now_ns + slack_.ns();
  if (alone) return {1, start, 0, true, true};
  return {observations_, start, static_cast<std::int64_t>(window_ns_), false, true};
}

void SkampiWindow::Learn(const Stage& stage, std::span<const StartQuality> qualities,
                         std::span<const std::int64_t> durations_ns, std::int64_t end_ns) {
  slack_.Learn(qualities[0]);
  slack_.BreakStep();
  WindowSynchronizer::Learn(stage, qualities, durations_ns, end_ns);
}

void SkampiWindow::Adapt(const Outcome& outcome) {
  constexpr std::int64_t kLeastBatch = 2;
  constexpr double kMostFlawed = 0.25;
  const auto n = static_cast<double>(outcome.observations);
  if (static_cast<double>(outcome.flawed) > kMostFlawed * n) {
    SetWindow(std::max(2 * window_ns_, 1.5 * static_cast<double>(outcome.wall_ns) / (n + 1)));
    if (outcome.latest_in_a_row * 2 > outcome.observations && window_ns_ > 0) {
      observations_ = std::max(kLeastBatch, observations_ / 2);
    }
    return;
  }
  // A tenth less, but not less than the longest operation needs.
  if (outcome.flawed == 0) SetWindow(std::max(0.9 * window_ns_, 1.5 * static_cast<double>(outcome.longest_ns)));
  observations_ = std::min(kMostBatch, observations_ * 2);
}

}  // namespace mpigauge
