#include "baselines/verdict/suite_decision.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "baselines/verdict/families.h"
#include "stats/moments.h"
#include "stats/trimming.h"

namespace mpigauge {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

}  // namespace

SuiteDecision::SuiteDecision(std::vector<SuiteSeries> series, SuiteSettings settings,
                             std::shared_ptr<DecisionTables> tables)
    : series_(std::move(series)),
      settings_(std::move(settings)),
      baseline_(series_.size()),
      candidate_(series_.size()),
      floor_log_ticks_(series_.size(), 0),
      tables_(tables ? std::move(tables) : std::make_shared<DecisionTables>(settings_)) {
  for (std::size_t i = 0; i < series_.size(); ++i) {
    AddHypothesis(series_[i].name, {i}, series_[i].tolerance, false);
    if (series_[i].run_values.size() != series_[0].run_values.size()) {
      throw UsageError("{}: {} past runs, and {} has {}", series_[i].name, series_[i].run_values.size(),
                       series_[0].name, series_[0].run_values.size());
    }
  }
  AddFamilies();
}

// Families of the same members are one: naming it twice would spend the error rate twice.
void SuiteDecision::AddFamilies() {
  std::map<std::string, std::vector<std::size_t>> by_name;
  for (std::size_t i = 0; i < series_.size(); ++i) {
    for (const std::string& family : series_[i].families) by_name[family].push_back(i);
  }
  std::set<std::vector<std::size_t>> known;
  for (auto& [name, members] : by_name) {
    if (members.size() < settings_.smallest_family || !known.insert(members).second) continue;
    AddHypothesis(name, members, settings_.family_tolerance * MeanTolerance(members), true);
  }
}

void SuiteDecision::AddHypothesis(std::string name, std::vector<std::size_t> members, double tolerance, bool family) {
  const double tick = TickOf(members);
  const GroupSequential test(std::log1p(tolerance), settings_.miss, tick, settings_.floor_miss);
  hypotheses_.push_back({std::move(name), std::move(members), tolerance, tick, family, false, {}, test, {}});
}

// Members that are wrong by as much all at once move the trimmed mean by that of how much it is.
double SuiteDecision::TickOf(const std::vector<std::size_t>& members) const {
  std::vector<double> ticks;
  for (const std::size_t member : members) ticks.push_back(series_[member].log_tick);
  std::sort(ticks.begin(), ticks.end());
  return TrimmedMean(ticks);
}

double SuiteDecision::MeanTolerance(const std::vector<std::size_t>& members) const {
  double sum = 0;
  for (const std::size_t member : members) sum += series_[member].tolerance;
  return sum / static_cast<double>(members.size());
}

// The values of a family in the stored runs and in the new run follow from its series by the same rule as in a launch.
ScreenResult SuiteDecision::ScreenOne(const Hypothesis& hypothesis, const std::vector<double>& new_values,
                                      bool as_measured) const {
  std::vector<std::vector<double>> rows;
  for (const std::size_t member : hypothesis.members) {
    const SuiteSeries& one = series_[member];
    if (as_measured && !one.measured_values.empty()) {
      rows.push_back(one.measured_values);
      continue;
    }
    rows.push_back(one.run_values);
    rows.back().push_back(new_values[member]);
  }
  std::vector<double> values = hypothesis.family ? FamilyValues({rows.begin(), rows.end()}) : std::move(rows[0]);
  const double new_value = values.back();
  values.pop_back();
  return ScreenNewRun(values, new_value, std::log1p(hypothesis.tolerance), settings_.screen, hypothesis.log_tick);
}

// A family has the means of its members, and the reference that differs most of all of them.
SameState SuiteDecision::StateOf(const std::vector<std::size_t>& members) const {
  Moments comparable;
  Moments explained;
  SameState state;
  for (const std::size_t member : members) {
    const SameState& one = series_[member].state;
    if (one.known()) comparable.Add(one.comparable);
    if (!std::isnan(one.explained)) explained.Add(one.explained);
    state.taken_out = state.taken_out || one.taken_out;
    if (std::abs(std::log(one.times)) <= std::abs(std::log(state.times))) continue;
    state.most_changed = one.most_changed;
    state.times = one.times;
  }
  if (comparable.count() > 0) state.comparable = comparable.mean();
  if (explained.count() > 0) state.explained = explained.mean();
  return state;
}

void SuiteDecision::Screen(const std::vector<LaunchLogs>& candidate, const std::set<std::string>& doubtful) {
  std::vector<double> new_values;
  for (std::size_t i = 0; i < series_.size(); ++i) {
    std::vector<double> logs;
    for (const LaunchLogs& launch : candidate) logs.push_back(launch[i]);
    new_values.push_back(RunValue(logs));
  }
  for (Hypothesis& hypothesis : hypotheses_) {
    hypothesis.screen = ScreenOne(hypothesis, new_values, false);
    hypothesis.screen->p_slower =
        std::max(hypothesis.screen->p_slower, ScreenOne(hypothesis, new_values, true).p_slower);
    DoubtAnotherState(StateOf(hypothesis.members), *hypothesis.screen);
    hypothesis.screened_out = hypothesis.screen->passed && !doubtful.contains(hypothesis.name);
  }
}

void SuiteDecision::DecideByRuns() {
  for (bool again = true; again;) {
    again = false;
    for (Hypothesis& hypothesis : hypotheses_) {
      if (!hypothesis.open() || !hypothesis.screen) continue;
      if (hypothesis.screen->p_slower > AlphaOf(hypothesis, true)) continue;
      if (hypothesis.screen->change <= hypothesis.log_tick) continue;
      hypothesis.by_runs = Decision::kFail;
      again = true;
    }
  }
  for (Hypothesis& hypothesis : hypotheses_) {
    if (hypothesis.open()) hypothesis.by_runs = Decision::kInconclusive;
  }
}

LaunchRequest SuiteDecision::Next() const {
  if (looks_taken_ == settings_.looks.size()) return {};
  std::set<std::size_t> wanted;
  for (const Hypothesis& hypothesis : hypotheses_) {
    if (hypothesis.open()) wanted.insert(hypothesis.members.begin(), hypothesis.members.end());
  }
  std::size_t made = 0;
  for (const std::size_t i : wanted) made = std::max({made, baseline_[i].logs.size(), candidate_[i].logs.size()});
  const int more = settings_.looks[looks_taken_] - static_cast<int>(made);
  return {std::max(more, 1), {wanted.begin(), wanted.end()}};
}

void SuiteDecision::AddSide(const std::vector<LaunchLogs>& launches, const std::vector<LaunchLogs>& floors,
                            const std::vector<std::size_t>& series, const std::vector<std::string>& circles,
                            std::vector<SideValues>& side) {
  for (std::size_t i = 0; i < series.size(); ++i) {
    SideValues& values = side[series[i]];
    for (std::size_t launch = 0; launch < launches.size(); ++launch) {
      values.logs.push_back(launches[launch][i]);
      values.floors.push_back(floors.empty() ? kNothing : floors[launch][i]);
      values.circles.push_back(circles.empty() ? "" : circles[launch]);
    }
  }
}

void SuiteDecision::Add(const std::vector<LaunchLogs>& baseline, const std::vector<LaunchLogs>& candidate,
                        const Circles& circles, const Floors& floors) {
  const LaunchRequest request = Next();
  AddSide(baseline, floors.baseline, request.series, circles.baseline, baseline_);
  AddSide(candidate, floors.candidate, request.series, circles.candidate, candidate_);
  for (std::size_t i = 0; i < floors.log_ticks.size(); ++i) {
    double& tick = floor_log_ticks_[request.series[i]];
    tick = std::max(tick, floors.log_ticks[i]);
  }
  TakeLooks();
  FailByHolm();
  if (++looks_taken_ == settings_.looks.size()) Stop();
}

// A family has one number for each launch, from the centres of its own circle.
Strata SuiteDecision::LaunchesOf(const Hypothesis& hypothesis) const {
  const SideValues& before = baseline_[hypothesis.members[0]];
  const SideValues& after = candidate_[hypothesis.members[0]];
  const Circles circles{before.circles, after.circles};
  if (!hypothesis.family) return {before.logs, after.logs, circles};
  std::vector<std::vector<double>> rows;
  for (const std::size_t i : hypothesis.members) {
    rows.push_back(baseline_[i].logs);
    rows.back().insert(rows.back().end(), candidate_[i].logs.begin(), candidate_[i].logs.end());
  }
  std::vector<std::string> groups = circles.baseline;
  groups.insert(groups.end(), circles.candidate.begin(), circles.candidate.end());
  const std::vector<double> values = FamilyValues({rows.begin(), rows.end()}, groups);
  const std::span<const double> all(values);
  return {all.first(before.logs.size()), all.subspan(before.logs.size()), circles};
}

// A family has none: its members' medians are put together, and one that differs by launch weighs little there.
Strata SuiteDecision::FloorsOf(const Hypothesis& hypothesis) const {
  if (hypothesis.family) return {};
  const SideValues& before = baseline_[hypothesis.members[0]];
  const SideValues& after = candidate_[hypothesis.members[0]];
  return {before.floors, after.floors, {before.circles, after.circles}};
}

void SuiteDecision::TakeLooks() {
  for (Hypothesis& hypothesis : hypotheses_) {
    if (!hypothesis.open()) continue;
    hypothesis.test.TakeLook(LaunchesOf(hypothesis), tables_->plan, tables_->rank_sums, FloorsOf(hypothesis),
                             floor_log_ticks_[hypothesis.members[0]]);
  }
}

// A rejection frees its part of the error rate for the others, which are asked again.
void SuiteDecision::FailByHolm() {
  for (bool again = true; again;) {
    again = false;
    for (Hypothesis& hypothesis : hypotheses_) {
      if (hypothesis.open()) again |= hypothesis.test.FailsAt(AlphaOf(hypothesis, false), tables_->plan);
    }
  }
}

// Holm with weights: of the hypotheses that have not failed, each has its weight's part. Those that passed keep theirs.
// Hypotheses that stage 1 passed count if stage 1 is the test itself (`among_all`); where fresh launches are, they do
// not.
double SuiteDecision::AlphaOf(const Hypothesis& wanted, bool among_all) const {
  double count[2] = {0, 0};
  double left[2] = {0, 0};
  for (const Hypothesis& hypothesis : hypotheses_) {
    if (hypothesis.screened_out && !among_all) continue;
    count[hypothesis.family] += 1;
    left[hypothesis.family] += hypothesis.decision() != Decision::kFail;
  }
  const double weight_of_kind[2] = {1 - settings_.family_weight, settings_.family_weight};
  const auto weight = [&](bool family) { return count[family] == 0 ? 0 : weight_of_kind[family] / count[family]; };
  const double all = left[0] * weight(false) + left[1] * weight(true);
  return settings_.alpha * (1 - settings_.spent_elsewhere) * weight(wanted.family) / all;
}

void SuiteDecision::Stop() {
  for (Hypothesis& hypothesis : hypotheses_) {
    if (!hypothesis.screened_out) hypothesis.test.Close();
  }
}

std::vector<Settled> SuiteDecision::Report(bool families) const {
  std::vector<Settled> all;
  for (const Hypothesis& hypothesis : hypotheses_) {
    if (hypothesis.family != families) continue;
    all.push_back({hypothesis.name, families ? hypothesis.members : std::vector<std::size_t>{}, hypothesis.tolerance,
                   hypothesis.screen, hypothesis.test.looks(), hypothesis.decision(), hypothesis.log_tick});
  }
  return all;
}

std::vector<Settled> SuiteDecision::Series() const { return Report(false); }
std::vector<Settled> SuiteDecision::Families() const { return Report(true); }

Decision SuiteDecision::OutcomeOfMedians() const {
  Decision gate = hypotheses_.empty() ? Decision::kInconclusive : Decision::kPass;
  for (const Hypothesis& hypothesis : hypotheses_) {
    const Decision decision = hypothesis.decision();
    if (decision == Decision::kOpen) return Decision::kOpen;
    if (decision == Decision::kFail) gate = Decision::kFail;
    if (decision == Decision::kInconclusive && gate == Decision::kPass) gate = decision;
  }
  return gate;
}

}  // namespace mpigauge
