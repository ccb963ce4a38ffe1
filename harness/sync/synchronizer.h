#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string_view>

#include "harness/clock/global_clock.h"

namespace mpigauge {

// How a rank met an agreed start, or kept an agreed slot. The worst of the ranks' answers counts.
enum class StartQuality : std::int64_t {
  kOnTime = 0,
  kHeldUp = 1,    // it waited in time but went on more than the tolerance after the start: it was preempted
  kCameLate = 2,  // the start was over when it first looked
  kTookLong = 3,  // the operation ended after its slot
};

// Some observations that are made without a word between the ranks: rank 0 plans them, all ranks know them.
struct Stage {
  std::int64_t observations = 1;
  std::int64_t start_ns = 0;   // of the first, global time, where the synchronizer starts by the clock
  std::int64_t window_ns = 0;  // from start to start
  bool alone = false;          // one that has no slot to keep: a first call, a search for the length of a loop
  bool counts = true;          // otherwise what is observed is dropped, and not even counted
};

// How the ranks are lined up before an operation. It learns on rank 0, from what all ranks met; the consequences go to
// all ranks with the next stage.
class Synchronizer {
 public:
  static constexpr std::int64_t kMostObservations = 64;  // of a stage

  virtual ~Synchronizer() = default;

  // The name of the synchronizer in `--synchronizer` and in records.
  virtual std::string_view name() const = 0;

  // A visit begins: what was learnt of another operation is forgotten.
  virtual void Begin() {}

  // Rank 0: the next stage; one observation where it must stand `alone` (a first call, a search for the length of a
  // loop).
  virtual Stage Next(std::int64_t now_ns, bool alone) = 0;

  // Rank 0: what became of that stage, observation by observation, the worst over the ranks; `end_ns` is when the last
  // rank ended its last operation, global time.
  virtual void Learn(const Stage&, std::span<const StartQuality>, std::span<const std::int64_t> /*durations_ns*/,
                     std::int64_t /*end_ns*/) {}

  // Every rank: comes back when observation `index` of the stage may begin. Collective where it sends messages.
  virtual StartQuality LineUp(const Stage& stage, std::int64_t index) = 0;

  // Every rank, after the operation: whether it kept its slot. `end_ns` is global time.
  virtual bool KeptSlot(const Stage&, std::int64_t /*index*/, std::int64_t /*end_ns*/) const { return true; }
};

// How far ahead rank 0 sets the next start. Too little and ranks come late (the observation is lost), too much
// and time is wasted; so it grows when a rank came late and shrinks again while none does, within bounds. A rank
// that was held up while it waited is no reason to grow: the longer the wait, the likelier that is.
class StartSlack {
 public:
  // `yield`: ranks share processors, perhaps with other programs, and it takes many milliseconds until each of them
  // has had its turn.
  explicit StartSlack(bool yield) : most_(yield ? 100'000'000 : 1'000'000) {}

  std::int64_t ns() const { return static_cast<std::int64_t>(ns_); }
  // A visit begins: what was learnt before is forgotten. Where other programs want the processors, ranks come late
  // because they were preempted, and the slack grows. If it stayed, each observation of the next visit would spin for
  // all of it, use up the ranks' time slices and be preempted again: that launch, and no other one of its circle, would
  // stay slow for minutes.
  void Begin();
  // Adapts the slack to the result of the last start. A late share of about 1% is where growing and shrinking balance.
  // Until a start has succeeded it doubles: 100 us, which a wide network takes, are reached in six.
  void Learn(StartQuality quality);
  // On rank 0, after Learn: where start after start was spoiled, sleeps a random while of milliseconds. Ranks that
  // share their processors with other programs may get their time slices in turns that never overlap, and stay like
  // that for seconds, because all slices are equally long; a rank that has slept wakes up at another point of the turn.
  void BreakStep();

  static constexpr std::int64_t kLeast = 500;  // ns
  std::int64_t most() const { return static_cast<std::int64_t>(most_); }

 private:
  static constexpr int kSpoiledInARow = 8;

  static constexpr double kFirst = 2000;  // ns

  double most_;
  double ns_ = kFirst;
  bool was_on_time_ = false;  // since the visit began
  int spoiled_in_a_row_ = 0;
  std::minstd_rand random_{std::random_device{}()};
};

// Waits for the global time `start`. `yield`: more ranks than processors. A waiting rank then gives its processor
// away, and being held up does not count: nobody could promise more.
StartQuality WaitFor(const GlobalClock& clock, std::int64_t start, bool yield);

inline constexpr std::int64_t kHeldUpTolerance = 1000;  // ns

}  // namespace mpigauge
