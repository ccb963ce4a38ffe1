#include "harness/method/director.h"

namespace mpigauge {
namespace {

constexpr std::int64_t kMostOperations = std::int64_t{1} << 20;

}  // namespace

Director::Director(const VisitPlan& plan)
    : plan_(plan),
      own_rule_(plan.rule == nullptr ? MakeStoppingRule(plan.stopping) : nullptr),
      rule_(plan.rule == nullptr ? own_rule_.get() : plan.rule),
      operations_(plan.first_visit ? 1 : plan.operations) {
  rule_->BeginVisit(plan.stopping);
}

Command Director::First(std::int64_t now_ns) {
  if (plan_.first_visit) return Go(Batch::kFirstCall, now_ns);
  return Go(plan_.warm_up > 0 ? Batch::kWarmUp : AfterWarmUp(), now_ns);
}

Command Director::Next(const Report& report, std::int64_t now_ns) {
  if (report.fault != 0) return {};
  switch (batch_) {
    case Batch::kStop:
      return {};
    case Batch::kFirstCall:
      first_call_ns_ = report.duration_ns;
      return Go(Batch::kSecondCall, now_ns);
    case Batch::kSecondCall:
      second_call_ns_ = report.duration_ns;
      return Go(plan_.warm_up > 0 ? Batch::kWarmUp : AfterWarmUp(), now_ns);
    case Batch::kWarmUp:
      return Go(++warmed_up_ < plan_.warm_up ? Batch::kWarmUp : AfterWarmUp(), now_ns);
    case Batch::kSizing:
      return Go(SizeFound(report) ? Batch::kKeep : Batch::kSizing, now_ns);
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

Batch Director::AfterWarmUp() const { return plan_.loop && plan_.first_visit ? Batch::kSizing : Batch::kKeep; }

// Doubles the batch until two in a row reach the target: one alone may have been preempted.
bool Director::SizeFound(const Report& report) {
  if (report.duration_ns >= plan_.loop_target_ns || operations_ >= kMostOperations) return ++long_enough_ == 2;
  long_enough_ = 0;
  operations_ *= 2;
  return false;
}

void Director::Take(const Report& report) {
  if (report.late != 0) return rule_->AddLate();
  rule_->Add(static_cast<double>(report.duration_ns) * 1e-9 / static_cast<double>(operations_), operations_);
}

}  // namespace mpigauge
