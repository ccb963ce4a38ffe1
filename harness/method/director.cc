#include "harness/method/director.h"

#include <algorithm>
#include <limits>

namespace mpigauge {
namespace {

constexpr std::int64_t kMostOperations = std::int64_t{1} << 20;
constexpr std::int64_t kFar = 4;         // times the target, or its part: the size is found anew
constexpr std::int64_t kLongEnough = 3;  // batches in a row: one alone, or two, may have been preempted

}  // namespace

Director::Director(const VisitPlan& plan)
    : plan_(plan),
      own_rule_(plan.rule == nullptr ? MakeStoppingRule(plan.stopping) : nullptr),
      rule_(plan.rule == nullptr ? own_rule_.get() : plan.rule),
      loop_(plan.loop),
      operations_(plan.first_visit ? 1 : plan.operations),
      shortest_ns_(std::numeric_limits<std::int64_t>::max()) {
  rule_->BeginVisit(plan.stopping);
}

Command Director::First(std::int64_t now_ns) {
  if (plan_.first_visit) return Go(Batch::kFirstCall, now_ns);
  return Go(plan_.warm_up > 0 ? Batch::kWarmUp : AfterWarmUp(), now_ns);
}

Command Director::Next(const Report& report, std::int64_t now_ns) {
  if (report.fault != 0) return {};
  switch (batch_) {
    case Batch::kStop: return {};
    case Batch::kFirstCall: first_call_ns_ = report.duration_ns; return Go(Batch::kSecondCall, now_ns);
    case Batch::kSecondCall:
      second_call_ns_ = report.duration_ns;
      shortest_ns_ = report.duration_ns;
      return Go(plan_.warm_up > 0 ? Batch::kWarmUp : AfterWarmUp(), now_ns);
    case Batch::kWarmUp:
      shortest_ns_ = std::min(shortest_ns_, report.duration_ns);
      return Go(++warmed_up_ < plan_.warm_up ? Batch::kWarmUp : AfterWarmUp(), now_ns);
    case Batch::kSizing: return Go(SizeFound(report) ? Batch::kKeep : Batch::kSizing, now_ns);
    case Batch::kKeep:
      Take(report);
      return rule_->Enough(now_ns - keep_start_ns_) ? Command{} : Go(Batch::kKeep, now_ns);
  }
  return {};
}

Command Director::Go(Batch batch, std::int64_t now_ns) {
  if (batch == Batch::kKeep && batch_ != Batch::kKeep) keep_start_ns_ = now_ns;
  batch_ = batch;
  return {batch, operations_};
}

Batch Director::AfterWarmUp() {
  if (plan_.first_visit) loop_ = loop_ || shortest_ns_ < plan_.short_operation_ns;
  if (!loop_ || (!plan_.first_visit && !FarFromTarget())) return Batch::kKeep;
  operations_ = 1;
  return Batch::kSizing;
}

// Judges by the quickest batch of the warm-up; without a warm-up nothing is known.
bool Director::FarFromTarget() const {
  if (warmed_up_ == 0) return false;
  const bool too_short = shortest_ns_ < plan_.loop_target_ns / kFar && operations_ < kMostOperations;
  const bool too_long = shortest_ns_ / kFar > plan_.loop_target_ns && operations_ > 1;
  return too_short || too_long;
}

// Doubles the batch until a few in a row reach the target.
bool Director::SizeFound(const Report& report) {
  if (report.duration_ns >= plan_.loop_target_ns || operations_ >= kMostOperations) {
    return ++long_enough_ == kLongEnough;
  }
  long_enough_ = 0;
  operations_ *= 2;
  return false;
}

void Director::Take(const Report& report) {
  if (report.late != 0) return rule_->AddLate();
  rule_->Add(static_cast<double>(report.duration_ns) * 1e-9 / static_cast<double>(operations_), operations_);
}

}  // namespace mpigauge
