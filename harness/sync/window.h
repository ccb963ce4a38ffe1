#pragma once

#include "harness/sync/start.h"

namespace mpigauge {

// Starts at fixed distances on the global clock, several without a word between the ranks: observation l of a stage
// starts at start + l * window. One that a rank started late, or that ended after its slot, is discarded. The window
// adapts from stage to stage, within bounds, and shrinks again (those of the sources only grow: one preemption makes
// every following start wait).
class WindowSynchronizer : public Synchronizer {
 public:
  static constexpr std::int64_t kMostWindow = 100'000'000;  // ns
  static constexpr double kMostFlawed = 0.25;               // of a stage, before the window grows

  WindowSynchronizer(const GlobalClock& clock, bool yield) : clock_(clock), yield_(yield), slack_(yield) {}

  void Begin() override { slack_.Begin(); }
  Stage Next(std::int64_t now_ns, bool alone) override;
  void Learn(const Stage& stage, std::span<const StartQuality> qualities, std::span<const std::int64_t> durations_ns,
             std::int64_t now_ns) override;
  StartQuality LineUp(const Stage& stage, std::int64_t index) override {
    return WaitFor(clock_, stage.start_ns + index * stage.window_ns, yield_);
  }
  bool KeptSlot(const Stage& stage, std::int64_t index, std::int64_t end_ns) const override {
    return stage.observations == 1 || end_ns <= stage.start_ns + (index + 1) * stage.window_ns;
  }

 protected:
  // What a scheme makes of a stage: `flawed` of its observations were discarded, it took `wall_ns`, its longest
  // operation `longest_ns`.
  struct Outcome {
    std::int64_t observations = 0;
    std::int64_t flawed = 0;
    std::int64_t latest_in_a_row = 0;  // discarded one after the other, at most
    std::int64_t wall_ns = 0;
    std::int64_t longest_ns = 0;
  };
  virtual void Adapt(const Outcome& outcome) = 0;
  // After a stage without a flaw: a tenth less, but not less than `factor` times the longest operation.
  void Shrink(const Outcome& outcome, double factor);
  void SetWindow(double ns);

  std::int64_t observations_ = 4;
  double window_ns_ = 0;

 private:
  const GlobalClock& clock_;
  bool yield_;
  StartSlack slack_;
};

// MPIPerf's stages (Kurnosov, sections 4 and 5) [KU3, KU4, KU5]: stage 0 has k' = 4 launches and no window, its
// results are dropped and its time sets the window; then k = 8 launches; above 25% incorrect ones the window becomes
// gamma (tau' - tau) / k with gamma = 1.1, at least twice what it was.
class MpiperfWindow : public WindowSynchronizer {
 public:
  static constexpr std::string_view kName = "mpiperf-window";
  static constexpr double kGamma = 1.1;

  using WindowSynchronizer::WindowSynchronizer;
  std::string_view name() const override { return kName; }
  void Begin() override;

 private:
  void Adapt(const Outcome& outcome) override;
};

// SKaMPI's window (SYNC_REAL): it starts with four observations and no window; with more than a quarter flawed the
// window becomes the larger of twice itself and 1.5 * wall time / (observations + 1); where more than half of a batch
// were late one after the other the batch is halved, otherwise a good one doubles it.
class SkampiWindow : public WindowSynchronizer {
 public:
  static constexpr std::string_view kName = "skampi-window";

  using WindowSynchronizer::WindowSynchronizer;
  std::string_view name() const override { return kName; }
  void Begin() override;

 private:
  void Adapt(const Outcome& outcome) override;
};

}  // namespace mpigauge
