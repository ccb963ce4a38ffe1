#include "baselines/verdict/group_sequential.h"

#include <algorithm>

#include "harness/stats/summary.h"

namespace mpigauge {
namespace {

double MedianDifference(std::span<const double> baseline, std::span<const double> candidate) {
  std::vector<double> differences;
  differences.reserve(baseline.size() * candidate.size());
  for (const double before : baseline) {
    for (const double after : candidate) differences.push_back(after - before);
  }
  std::sort(differences.begin(), differences.end());
  return Quantile(differences, 0.5);
}

// Of a difference of two samples' locations, in units that cancel.
double Information(std::size_t m, std::size_t n) {
  return m + n == 0 ? 0 : static_cast<double>(m) * static_cast<double>(n) / static_cast<double>(m + n);
}

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

void GroupSequential::TakeLook(std::span<const double> baseline, std::span<const double> candidate, SpendingPlan& plan,
                               RankSumTable& table) {
  const std::size_t index = looks_.size();
  information_.push_back(Information(baseline.size(), candidate.size()));
  Look look;
  look.baseline_launches = baseline.size();
  look.candidate_launches = candidate.size();
  look.change = MedianDifference(baseline, candidate);
  look.p_slower = table.Slower(baseline, candidate);
  look.p_within = table.Faster(baseline, candidate, -log_tolerance_);
  look.pass_level = plan.Level(miss_, information_);
  look.pass_spent = plan.SpentAt(index, miss_);
  looks_.push_back(look);
  if (look.p_within <= look.pass_level) Settle(Decision::kPass);
}

bool GroupSequential::FailsAt(double alpha, SpendingPlan& plan) {
  Look& look = looks_.back();
  look.fail_level = plan.Level(alpha, information_);
  look.fail_spent = plan.SpentAt(looks_.size() - 1, alpha);
  if (look.p_slower > look.fail_level) return false;
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
