#pragma once

#include <cstdint>
#include <string_view>

#include "harness/clock/global_clock.h"
#include "harness/sync/synchronizer.h"

namespace mpigauge {

class Control;

// The settings of MPIPerf's stages, with their defaults (Kurnosov, section 5) [KU3, KU4, KU5].
struct WindowSettings {
  std::int64_t first_launches = 4;  // k': of stage 0
  std::int64_t launches = 8;        // k: of every later stage
  double most_incorrect = 0.25;     // g: the share of a stage above which its window is adjusted
  double factor = 1.1;              // gamma: from the time that a launch took to its window
};

// An upper bound of the time in nanoseconds that a broadcast of a start takes from rank 0 to the last rank: the longest
// of twenty, on the global clock. The same on all ranks. Collective. Source: MPIPerf 4, step 2 [KU3].
std::int64_t BroadcastBound(const Control& control, const GlobalClock& clock);

// Starts at fixed distances on the global clock, several without a word between the ranks: observation l of a stage
// starts at start + l * window. One that a rank started late, or that ended after its slot, is discarded. The window
// adapts from stage to stage, within bounds.
class WindowSynchronizer : public Synchronizer {
 public:
  static constexpr std::int64_t kMostWindow = 100'000'000;  // ns

  WindowSynchronizer(const GlobalClock& clock, bool yield) : clock_(clock), yield_(yield) {}

  void Learn(const Stage& stage, std::span<const StartQuality> qualities, std::span<const std::int64_t> durations_ns,
             std::int64_t end_ns) override;
  StartQuality LineUp(const Stage& stage, std::int64_t index) override {
    return WaitFor(clock_, stage.start_ns + index * stage.window_ns, yield_);
  }
  bool KeptSlot(const Stage& stage, std::int64_t index, std::int64_t end_ns) const override {
    return stage.alone || end_ns <= stage.start_ns + (index + 1) * stage.window_ns;
  }

 protected:
  // The result of a stage, to which a scheme adapts: `flawed` of its observations were discarded, it took `wall_ns`,
  // its longest operation `longest_ns`.
  struct Outcome {
    std::int64_t observations = 0;
    std::int64_t flawed = 0;
    std::int64_t latest_in_a_row = 0;  // discarded one after the other, at most
    std::int64_t wall_ns = 0;
    std::int64_t longest_ns = 0;
  };
  virtual void Adapt(const Outcome& outcome) = 0;
  void SetWindow(double ns);

  double window_ns_ = 0;

 private:
  const GlobalClock& clock_;
  bool yield_;
};

// MPIPerf's stages (Kurnosov, sections 4 and 5) [KU3, KU4, KU5]. A stage starts at tau = T0 + the upper bound of the
// time that a broadcast of tau takes. Stage 0 has k' launches and no window; its results are dropped, its time sets the
// window to gamma (tau' - tau) / k'. Each later one has k launches; where more than a share g of them was incorrect the
// next window is gamma (tau' - tau) / k. It does not shrink otherwise: after a preemption the following starts wait
// longer.
class MpiperfWindow : public WindowSynchronizer {
 public:
  static constexpr std::string_view kName = "mpiperf-window";

  // `broadcast_ns`: see BroadcastBound.
  MpiperfWindow(const GlobalClock& clock, bool yield, const WindowSettings& settings, std::int64_t broadcast_ns)
      : WindowSynchronizer(clock, yield), settings_(settings), broadcast_ns_(broadcast_ns) {}
  std::string_view name() const override { return kName; }
  void Begin() override;
  Stage Next(std::int64_t now_ns, bool alone) override;

 private:
  void Adapt(const Outcome& outcome) override;

  WindowSettings settings_;
  std::int64_t broadcast_ns_;
  bool is_initialized_ = false;  // stage 0 is over
};

// SKaMPI's window (SYNC_REAL): it starts with four observations and no window; with more than a quarter flawed the
// window becomes the larger of twice itself and 1.5 * wall time / (observations + 1); where more than half of a batch
// were late one after the other the batch is halved, otherwise a good one doubles it. The window shrinks again (that of
// the source only grows: one preemption makes every following start wait).
class SkampiWindow : public WindowSynchronizer {
 public:
  static constexpr std::string_view kName = "skampi-window";
  static constexpr std::int64_t kMostBatch = 16;

  SkampiWindow(const GlobalClock& clock, bool yield) : WindowSynchronizer(clock, yield), slack_(yield) {}
  std::string_view name() const override { return kName; }
  void Begin() override;
  Stage Next(std::int64_t now_ns, bool alone) override;
  void Learn(const Stage& stage, std::span<const StartQuality> qualities, std::span<const std::int64_t> durations_ns,
             std::int64_t end_ns) override;

 private:
  void Adapt(const Outcome& outcome) override;

  StartSlack slack_;
  std::int64_t observations_ = 4;
};

}  // namespace mpigauge
