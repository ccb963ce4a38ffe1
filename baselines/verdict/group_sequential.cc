#include "baselines/verdict/group_sequential.h"

namespace mpigauge {
namespace {

constexpr double kRounding = 1e-9;  // of logarithms: times that differ by exactly a tick differ by no more

}  // namespace

std::string DecisionName(Decision decision) {
  switch (decision) {
    case Decision::kPass:
      return "pass";
    case Decision::kFail:
      return "fail";
    case Decision::kInconclusive:
      return "inconclusive";
    case Decision::kOpen:
      break;
  }
  return "open";
}

void GroupSequential::TakeLook(const Strata& launches, SpendingPlan& plan, RankSumTable& table) {
  const std::size_t index = looks_.size();
  information_.push_back(launches.Information());
  Look look;
  look.baseline_launches = launches.baseline_launches();
  look.candidate_launches = launches.candidate_launches();
  look.change = StratifiedEstimate(launches.all());
  look.p_slower = table.Slower(launches.all());
  look.p_within = table.Faster(launches.all(), -log_tolerance_);
  look.pass_level = plan.Level(miss_, information_);
  look.pass_spent = plan.SpentAt(index, miss_);
  looks_.push_back(look);
  if (look.p_within <= look.pass_level && look.change + log_tick_ < log_tolerance_) Settle(Decision::kPass);
}

bool GroupSequential::FailsAt(double alpha, SpendingPlan& plan) {
  Look& look = looks_.back();
  look.fail_level = plan.Level(alpha, information_);
  look.fail_spent = plan.SpentAt(looks_.size() - 1, alpha);
  if (look.p_slower > look.fail_level || look.change <= log_tick_ + kRounding) return false;
  Settle(Decision::kFail);
  return true;
}

void GroupSequential::Close() {
  if (open()) Settle(Decision::kInconclusive);
}

void GroupSequential::Settle(Decision decision) {
  decision_ = decision;
  if (!looks_.empty()) looks_.back().decision = decision;
}

}  // namespace mpigauge
