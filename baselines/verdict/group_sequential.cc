#include "baselines/verdict/group_sequential.h"

#include <cmath>
#include <map>
#include <utility>

namespace mpigauge {
namespace {

using ByCircle = std::map<std::string, Stratum>;

void AddToCircles(std::span<const double> values, const std::vector<std::string>& circles,
                  std::vector<double> Stratum::*side, ByCircle& by_circle) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i])) (by_circle[circles.empty() ? "" : circles[i]].*side).push_back(values[i]);
  }
}

double InformationOf(const Stratum& stratum, bool circle) {
  const auto m = static_cast<double>(stratum.baseline.size());
  const auto n = static_cast<double>(stratum.candidate.size());
  return m * n / (m + n + (circle ? 1 : 0));
}

}  // namespace

Strata::Strata(std::span<const double> baseline, std::span<const double> candidate, const Circles& circles) {
  ByCircle by_circle;
  AddToCircles(baseline, circles.baseline, &Stratum::baseline, by_circle);
  AddToCircles(candidate, circles.candidate, &Stratum::candidate, by_circle);
  for (auto& [circle, stratum] : by_circle) {
    if (!circle.empty() && (stratum.baseline.empty() || stratum.candidate.empty())) continue;
    information_ += InformationOf(stratum, !circle.empty());
    all_.push_back(std::move(stratum));
  }
}

std::size_t Strata::baseline_launches() const {
  std::size_t count = 0;
  for (const Stratum& one : all_) count += one.baseline.size();
  return count;
}

std::size_t Strata::candidate_launches() const {
  std::size_t count = 0;
  for (const Stratum& one : all_) count += one.candidate.size();
  return count;
}

namespace {

constexpr double kRounding = 1e-9;  // of logarithms: times that differ by exactly a tick differ by no more

// Above this p_slower the medians give no hint of a slowdown. In the first half of the planned launches a slowdown of
// twice the tolerance often has a p above 5% where launches differ by 9%, in the second half it rarely has.
double NoHint(const std::vector<int>& looks, std::size_t index) {
  return 2 * looks[index] < looks.back() ? 0.25 : 0.05;
}

}  // namespace

void GroupSequential::TakeLook(const Strata& launches, SpendingPlan& plan, RankSumTable& table, const Strata& floors,
                               double floor_log_tick) {
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
  LookAtFloors(floors, floor_log_tick, plan, table, look);
  const bool by_median = look.p_within <= look.pass_level && look.change + log_tick_ < log_tolerance_;
  look.by_floor = look.by_floor && !by_median;
  looks_.push_back(look);
  if (by_median || look.by_floor) SetDecision(Decision::kPass);
}

void GroupSequential::LookAtFloors(const Strata& floors, double log_tick, SpendingPlan& plan, RankSumTable& table,
                                   Look& look) {
  floor_information_.push_back(floors.Information());
  if (floor_miss_ <= 0 || floors.all().empty()) return;
  look.floor_change = StratifiedEstimate(floors.all());
  look.p_floor_within = table.Faster(floors.all(), -log_tolerance_);
  look.floor_level = plan.Level(floor_miss_, floor_information_);
  const bool no_hint = look.p_slower > NoHint(plan.looks(), looks_.size()) && look.change < log_tolerance_;
  look.by_floor = no_hint && look.p_floor_within <= look.floor_level && look.floor_change + log_tick < log_tolerance_;
}

bool GroupSequential::FailsAt(double alpha, SpendingPlan& plan) {
  Look& look = looks_.back();
  look.fail_level = plan.Level(alpha, information_);
  look.fail_spent = plan.SpentAt(looks_.size() - 1, alpha);
  if (look.p_slower > look.fail_level || look.change <= log_tick_ + kRounding) return false;
  SetDecision(Decision::kFail);
  return true;
}

void GroupSequential::Close() {
  if (open()) SetDecision(Decision::kInconclusive);
}

void GroupSequential::SetDecision(Decision decision) {
  decision_ = decision;
  if (!looks_.empty()) looks_.back().decision = decision;
}

}  // namespace mpigauge
