#pragma once

#include <cstdint>
#include <memory>

#include "harness/method/stopping_rule.h"

namespace mpigauge {

// Ranks never disagree: after every batch of operations they report, rank 0's director decides what comes next,
// and all ranks follow. A visit of a series is: the first and the second call (first visit only), warm-up, where
// operations are measured in loops the search for the batch size, then the observations that are kept.
//
// Loops are for what the case asks them for, and for what is too short for the timer (`short_operation_ns`): that is
// found in the first visit and stays so. The batch size is found in the first visit, and anew in each later one whose
// warm-up shows that batches have become far too short or far too long: a machine changes, and a search that was
// disturbed must not count for ever.

// The events on a rank since the last command; reports are combined by the maximum over ranks.
struct Report {
  std::int64_t late = 0;         // not 0: the observation is discarded (a StartQuality)
  std::int64_t fault = 0;        // 1: the rank has an error, an exception, or left the loop
  std::int64_t duration_ns = 0;  // own duration of the batch
};

enum class Batch : std::int64_t { kStop, kFirstCall, kSecondCall, kWarmUp, kSizing, kKeep };

struct Command {
  Batch batch = Batch::kStop;
  std::int64_t operations = 0;  // of one observation; 0 with kStop
};

struct VisitPlan {
  std::int64_t ordinal = 0;  // of the visit in the launch; the same on all ranks
  bool first_visit = true;
  bool loop = false;                     // many operations between two clock reads
  std::int64_t operations = 1;           // per batch, where it is known already
  std::int64_t loop_target_ns = 50'000;  // a batch this long makes clock cost and resolution not matter [MP2]
  // A single operation that the first visit finds to be shorter is measured in loops from then on; 0: none is.
  std::int64_t short_operation_ns = 0;
  std::int64_t warm_up = 3;  // batches after the first two calls
  // If a visit has more observations, the record keeps every second, fourth, ... of them: a long time budget must not
  // fill the disk.
  std::int64_t most_kept = std::int64_t{1} << 40;
  StoppingOptions stopping;
  // The rule of the series, which its caller keeps from visit to visit: of `stopping`, the bounds alone count then.
  // Where there is none, a rule is made for this visit, which is judged alone.
  StoppingRule* rule = nullptr;
};

class Director {
 public:
  // Throws UsageError where the plan has no rule and names none that there is.
  explicit Director(const VisitPlan& plan);

  // The first command, then the next one after each report. `now_ns` is rank 0's clock.
  Command First(std::int64_t now_ns);
  Command Next(const Report& report, std::int64_t now_ns);
  // Another observation that was kept, before Next is asked with the last one of a stage.
  void Take(const Report& report);

  std::int64_t first_call_ns() const { return first_call_ns_; }
  std::int64_t second_call_ns() const { return second_call_ns_; }
  std::int64_t operations() const { return operations_; }  // per batch, as found
  bool loop() const { return loop_; }                      // whether operations are measured in loops, as found
  std::int64_t kept() const { return rule_->kept(); }      // observations that were not late
  std::int64_t left() const { return rule_->left(); }      // more of them that this visit may keep
  std::int64_t late() const { return rule_->late(); }

 private:
  Command Go(Batch batch, std::int64_t now_ns);
  Batch AfterWarmUp();
  bool FarFromTarget() const;
  bool SizeFound(const Report& report);

  VisitPlan plan_;
  std::unique_ptr<StoppingRule> own_rule_;  // where the plan has none
  StoppingRule* rule_;
  Batch batch_ = Batch::kStop;
  bool loop_;
  std::int64_t operations_ = 1;
  std::int64_t warmed_up_ = 0;
  std::int64_t shortest_ns_;      // of the warm-up's batches: what disturbs one makes it longer
  std::int64_t long_enough_ = 0;  // batches in a row that reached the loop target
  std::int64_t keep_start_ns_ = 0;
  std::int64_t first_call_ns_ = 0;
  std::int64_t second_call_ns_ = 0;
};

}  // namespace mpigauge
