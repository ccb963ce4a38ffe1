#pragma once

#include <cstdint>
#include <span>
#include <string_view>

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

// How the ranks are lined up before an operation. What it learns it learns on rank 0, from what all ranks met; what
// follows from that goes to all ranks with the next stage.
class Synchronizer {
 public:
  static constexpr std::int64_t kMostObservations = 64;  // of a stage

  virtual ~Synchronizer() = default;

  // As it is called in `--synchronizer` and in records.
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

}  // namespace mpigauge
