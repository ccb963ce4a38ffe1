#pragma once

#include "harness/sync/synchronizer.h"

namespace mpigauge {

// Round-time synchronization (Hunold and Carpen-Amarie): rank 0 chooses the next start after the slowest rank has
// finished, so that one preemption costs one observation; all ranks wait for it on the global clock. Late starts are
// discarded; the time budget is the visit's.
class RoundTime : public Synchronizer {
 public:
  static constexpr std::string_view kName = "round-time";

  RoundTime(const GlobalClock& clock, bool yield) : clock_(clock), yield_(yield), slack_(yield) {}

  std::string_view name() const override { return kName; }
  void Begin() override { slack_.Begin(); }
  Stage Next(std::int64_t now_ns, bool) override { return {1, now_ns + slack_.ns(), 0}; }
  void Learn(const Stage&, std::span<const StartQuality> qualities, std::span<const std::int64_t>,
             std::int64_t) override {
    slack_.Learn(qualities[0]);
    slack_.BreakStep();
  }
  StartQuality LineUp(const Stage& stage, std::int64_t) override { return WaitFor(clock_, stage.start_ns, yield_); }

 private:
  const GlobalClock& clock_;
  bool yield_;
  StartSlack slack_;
};

}  // namespace mpigauge
