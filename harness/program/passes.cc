#include "harness/program/passes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/error.h"
#include "harness/program/google.h"
#include "harness/program/growth.h"
#include "harness/program/overhead.h"

namespace mpigauge {
namespace {

constexpr std::int64_t kMostKeptOfSeries = 4000;  // in a record, of one launch
constexpr int kMostTimesPasses = 10;              // --passes, where --least-time asks for more of them

// Ranks that sit out give up later than those that hang: these know what they were doing.
constexpr double kPatienceOfSitters = 3;

// Launches that take turns wait for visits of all others, and one of those may hang until its own watchdog ends it.
constexpr double kPatienceOfThoseWhoWait = 1000;

// Other launches' data lie in the caches when a visit begins: operations until they are this one's own. A loop has
// that many by itself, so of loops the plan's own number is enough.
constexpr std::int64_t kWarmUpInTurns = 10;

// An operation of fewer ticks of the timer than this is measured in loops.
constexpr double kFewTicks = 20;

// Whether operations of call mode may be measured in loops where they are short: those of one rank. Of several ranks
// they would run into each other between two common starts, and of launches some would find them short and some would
// not. What checks the harness itself stays as it is.
bool MayLoop(const Series& series) {
  const Case& benchmark_case = *series.benchmark_case;
  return ParameterOr(series.parameters, kRanks, 0) == 1 && !benchmark_case.once() &&
         benchmark_case.family() != "self-test";
}

}  // namespace

void OnRoot(const Control& control, const std::function<void()>& action) {
  std::string text;
  auto code = ExitCode::kPass;
  if (control.root()) {
    try {
      action();
    } catch (const Error& error) {
      text = error.what();
      code = error.code();
    }
  }
  control.Broadcast(code);
  if (code == ExitCode::kPass) return;
  control.Broadcast(text);
  throw Error(code, text);
}

void Passes::Run(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const PassCallbacks callbacks{[this](std::size_t i) { Visit(i); },
                                [this](std::size_t i) { return AdoptedRepetitions(i); },
                                [this](std::size_t i, const std::vector<double>& times, std::optional<Fault> fault) {
                                  Adopted(i, times, std::move(fault));
                                }};
  const auto run = [&](std::vector<std::size_t> order) {
    if (pass_ > 0) clocks_.Resynchronize();
    ShareOutTime();
    Shuffle(order, random);
    RunPass(series_, order, callbacks);
    ++pass_;
  };

  // These series come before anything else has been used [KU15]; in the order of registration.
  if (const std::vector<std::size_t> once = OnlyOnce(); !once.empty()) {
    ShareOutTime();
    RunPass(series_, once, callbacks);
  }

  for (const Group group : {Group::kUsual, Group::kLeavesTraces, Group::kMayCrash}) {
    // All series, and the sizes that their results ask for, until each has its visits.
    while (true) {
      sizes_.Grow(world_, passes_, series_);
      rank_counts_.Grow(world_, passes_, series_);
      if (options_.subtract_overhead) AddEmptySeries(InstrumentsOf(engines_.world()), series_);
      const std::vector<std::size_t> unfinished = Unfinished(group);
      if (!unfinished.empty()) {
        run(unfinished);
      } else if (!CanGoOn(group) || !TakeMorePasses()) {
        break;
      }
    }

    // Sizes that stand out are measured once more, and again while they still do.
    for (int round = 0; turns_ == nullptr && round < options_.reruns; ++round) {
      std::vector<std::size_t> outstanding = Outstanding(world_, series_);
      std::erase_if(outstanding, [&](std::size_t index) { return GroupOf(series_[index]) != group; });
      if (outstanding.empty()) break;
      for (const std::size_t index : outstanding) ++series_[index].record.remeasured;
      run(outstanding);
    }
  }
  if (turns_ != nullptr) turns_->Await(pass_, "");
}

// Few series take few milliseconds, and a disturbance of that length would be all that a launch sees. Rank 0's clock
// decides, for all.
bool Passes::TakeMorePasses() {
  if (turns_ != nullptr) return false;
  const double took = std::chrono::duration<double>(Clock::now() - start_).count();
  bool more = took < options_.least_seconds && passes_ < kMostTimesPasses * options_.passes;
  world_.Broadcast(more);
  if (more) passes_ += options_.passes;
  return more;
}

// The number of passes that TakeMorePasses would come to on a quiet machine, by the visits' budgets instead of the
// clock.
int Passes::PassesInTurns() const {
  const double pass = static_cast<double>(std::max<std::size_t>(series_.size(), 1)) * options_.visit_budget_seconds;
  const double wanted = std::ceil(options_.least_seconds / std::max(pass * options_.passes, 1e-9));
  return static_cast<int>(std::clamp<double>(wanted, 1, kMostTimesPasses)) * options_.passes;
}

void Passes::AwaitTurn(const Series& series) {
  if (turns_ == nullptr) return;
  watchdog_.Watch(Doing(series) + " (waiting for its turn)", kPatienceOfThoseWhoWait);
  turns_->Await(pass_, series.record.name);
}

// Series that may crash come when all else is known [SK12].
Passes::Group Passes::GroupOf(const Series& series) const {
  if (last_ && std::regex_search(series.record.name, *last_)) return Group::kMayCrash;
  return series.benchmark_case->leaves_traces() ? Group::kLeavesTraces : Group::kUsual;
}

bool Passes::IsVisited(const Series& series, Group group) const {
  return !series.faulty && !series.needless && GroupOf(series) == group;
}

// Whether another pass of the group would measure anything.
bool Passes::CanGoOn(Group group) const {
  return std::ranges::any_of(
      series_, [&](const Series& series) { return IsVisited(series, group) && !series.benchmark_case->once(); });
}

std::vector<std::size_t> Passes::OnlyOnce() const {
  std::vector<std::size_t> once;
  for (std::size_t i = 0; i < series_.size(); ++i) {
    if (series_[i].benchmark_case->once()) once.push_back(i);
  }
  return once;
}

std::vector<std::size_t> Passes::Unfinished(Group group) const {
  std::vector<std::size_t> unfinished;
  for (std::size_t i = 0; i < series_.size(); ++i) {
    const Series& series = series_[i];
    const int wanted = series.benchmark_case->once() ? 1 : passes_;
    if (series.visits < wanted && IsVisited(series, group)) unfinished.push_back(i);
  }
  return unfinished;
}

// Each pass has an order of its own, drawn by rank 0, so that a disturbance of seconds does not hit one series
// alone [MP4]. Every series draws, also those that are not in the pass: launches that take turns draw alike, and one
// where a series has failed keeps step with the others.
void Passes::Shuffle(std::vector<std::size_t>& order, std::mt19937_64& random) const {
  std::vector<std::uint64_t> drawn(series_.size());
  for (std::uint64_t& number : drawn) number = random();
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return drawn[a] < drawn[b]; });
  // Empty operations come first, so that the overhead is known before any other visit is written to the journal.
  std::stable_partition(order.begin(), order.end(),
                        [&](std::size_t index) { return series_[index].benchmark_case->empty(); });
  for (std::size_t& index : order) world_.Broadcast(index);
}

std::string Passes::Doing(const Series& series) const {
  return fmt::format("{}, pass {} of {}", series.record.name, series.visits + 1, std::max(passes_, series.visits + 1));
}

// Rank 0 alone decides how long visits are; what is decided from it reaches the others with every command.
void Passes::ShareOutTime() {
  visit_budgets_ns_.assign(series_.size(), static_cast<std::int64_t>(options_.visit_budget_seconds * 1e9));
  if (options_.time_budget_seconds > 0 && world_.root()) {
    visit_budgets_ns_ = budget_.Share(series_, pass_, visit_budgets_ns_);
  }
}

VisitPlan Passes::Plan(std::size_t index) {
  Series& series = series_[index];
  VisitPlan plan;
  plan.ordinal = visits_;
  plan.first_visit = series.operations == 0;
  plan.loop = InLoops(series);
  plan.operations = series.operations;
  plan.loop_target_ns = std::llround(options_.observation_seconds * 1e9);
  if (MayLoop(series)) plan.short_operation_ns = std::llround(kFewTicks * tick_seconds_ * 1e9);
  if (turns_ != nullptr && !plan.loop) plan.warm_up = kWarmUpInTurns;
  if (options_.warm_up) plan.warm_up = *options_.warm_up;
  plan.stopping.least_observations = options_.least_observations;
  plan.stopping.most_observations = options_.observations;
  plan.stopping.budget_ns = visit_budgets_ns_.at(index);
  plan.most_kept = std::max<std::int64_t>(kMostKeptOfSeries / options_.passes, 40);
  plan.stopping.name = options_.stopping;
  plan.stopping.epsilon = options_.epsilon;
  plan.stopping.tick_seconds = tick_seconds_;
  if (!series.rule) series.rule = MakeStoppingRule(plan.stopping);
  plan.rule = series.rule.get();
  return plan;
}

void Passes::Begin(const Series& series) {
  watchdog_.Watch(Doing(series));
  OnRoot(world_, [&] {
    if (journal_ != nullptr) journal_->Begin(series.record);
  });
}

void Passes::End(Series& series, SeriesRecord visit) {
  if (series.visits++ > 0) {
    visit.first_call_seconds = series.record.first_call_seconds;
    visit.second_call_seconds = series.record.second_call_seconds;
    visit.huge_page_bytes = series.record.huge_page_bytes;
  }
  visit.remeasured = series.record.remeasured;
  if (options_.subtract_overhead) visit.overhead_seconds = OverheadOf(series, series_);
  OnRoot(world_, [&] {
    if (journal_ != nullptr) journal_->End(visit);
  });
  visit.passes.insert(visit.passes.begin(), series.record.passes.begin(), series.record.passes.end());
  series.record = std::move(visit);
}

void Passes::Visit(std::size_t index) {
  Series& series = series_[index];
  AwaitTurn(series);
  Begin(series);
  const ReferenceTimes before = references_.Measure();
  SeriesRecord visit = Measure(index);
  const ReferenceTimes after = references_.Measure();
  for (Pass& pass : visit.passes) pass.references = {before, after};
  End(series, std::move(visit));
  ShowProgress();
}

// Measures a series on the first ranks of the launch, as many as the series says. The others sleep until the next word
// of all, and are told what became of it.
SeriesRecord Passes::Measure(std::size_t index) {
  Series& series = series_[index];
  const std::int64_t ranks = ParameterOr(series.parameters, kRanks, world_.size());
  const Engine* engine = engines_.For(ranks);
  SeriesRecord visit;
  if (engine != nullptr) {
    visit = RunVisit(*engine, Plan(index), series);
  } else {
    watchdog_.Watch(Doing(series), kPatienceOfSitters);
    watchdog_.phase() = "sitting out";
    world_.SleepUntilBroadcast();
    visit = EmptyRecord(*series.benchmark_case, series.parameters, InstrumentsOf(engines_.world()));
  }
  ++visits_;
  if (ranks < world_.size()) {
    world_.Broadcast(series.operations);
    world_.Broadcast(series.short_for_timer);
    world_.Broadcast(series.faulty);
  }
  return visit;
}

// An adopted function is called a fixed number of times, known to all ranks: few at first, then as many as fit.
std::int64_t Passes::AdoptedRepetitions(std::size_t index) {
  AwaitTurn(series_[index]);
  std::int64_t repetitions = options_.least_observations;
  if (world_.root() && !series_[index].record.passes.empty()) {
    const Summary sofar = Summarize(series_[index].record.Observations());
    const double fit = static_cast<double>(visit_budgets_ns_.at(index)) * 1e-9 / std::max(sofar.median, 1e-9);
    repetitions =
        std::clamp(static_cast<std::int64_t>(std::min(fit, 1e9)), options_.least_observations, options_.observations);
  }
  world_.Broadcast(repetitions);
  watchdog_.Watch(Doing(series_[index]) + " (adopted)");
  return repetitions;
}

// The slowest rank's time of each call.
void Passes::Adopted(std::size_t index, const std::vector<double>& times, std::optional<Fault> fault) {
  Series& series = series_[index];
  Begin(series);
  std::vector<std::int64_t> picoseconds;
  for (const double time : times) picoseconds.push_back(std::llround(time * 1e12));
  world_.MaxToRoot(picoseconds);
  SeriesRecord visit = EmptyRecord(*series.benchmark_case, series.parameters, InstrumentsOf(engines_.world()));
  visit.method = {"adopted", "its own", "its own"};
  visit.tick_seconds = tick_seconds_;
  visit.fault = world_.Agree(std::move(fault));
  series.faulty = visit.fault.has_value();
  Pass pass;
  for (const std::int64_t time : picoseconds) pass.observations_seconds.push_back(static_cast<double>(time) * 1e-12);
  pass.local_seconds = pass.observations_seconds;
  if (!visit.fault) visit.passes = {pass};
  End(series, std::move(visit));
}

// Writes progress on standard error, once every few seconds: short launches stay silent.
void Passes::ShowProgress() {
  const Clock::time_point now = Clock::now();
  if (!world_.root() || now - last_shown_ < std::chrono::seconds(3)) return;
  last_shown_ = now;
  std::fprintf(stderr, "mpigauge-bench: pass %d of %d, %.0f s\n", pass_ + 1, std::max(passes_, pass_ + 1),
               std::chrono::duration<double>(now - start_).count());
}

}  // namespace mpigauge
