#include "ci/launch/launch_in_turns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "base/error.h"
#include "ci/launch/circle.h"
#include "ci/launch/random_order.h"
#include "ci/process/stop_signals.h"

namespace mpigauge {
namespace {

constexpr double kPatienceSeconds = 120;  // until a launch that was started sleeps
// A launcher spends half of its start waiting. More than two at a time keep both processors of a small machine busy, so
// that each takes longer, and the timer and the clocks of a launch that begins are looked at beside the others.
constexpr std::size_t kStartedTogether = 2;
constexpr const char* kPadding = "MPIGAUGE_PADDING";
// Processors that one rank of a launch takes while it waits for its first turn. The rest of a start takes less than
// this, and the record has the share of the whole wait.
constexpr double kSpinningRank = 0.2;
constexpr int kLooks =
    20;  // at launches that sleep, where one of them is busy: half a second tells, and some are young

// The bytes of variables: a name, =, a value, a zero.
std::size_t LengthOf(const std::map<std::string, std::string>& environment) {
  std::size_t length = 0;
  for (const auto& [name, value] : environment) length += name.size() + value.size() + 2;
  return length;
}

// The longest of the launches' limits; 0 where one has none.
double LimitOf(const std::vector<TurnLaunch>& launches) {
  double limit = 0;
  for (const TurnLaunch& launch : launches) {
    if (launch.plan.timeout_seconds <= 0) return 0;
    limit = std::max(limit, launch.plan.timeout_seconds);
  }
  return limit;
}

// All that runs at the same time.
class Turning {
 public:
  Turning(const std::vector<TurnLaunch>& launches, std::uint64_t seed, const TurnsShown& shown)
      : launches_(launches),
        shown_(shown),
        order_(StartOrder(launches.size(), seed)),
        circle_(static_cast<int>(launches.size()), seed, LimitOf(launches)),
        outcomes_(launches.size()),
        errors_(launches.size()) {}

  std::vector<LaunchOutcome> Run() {
    const StopSignals signals;  // the outermost one, for all threads
    Start();
    if (SeesBusy()) EndAll();
    circle_.Begin();
    Wait();
    for (std::thread& thread : threads_) thread.join();
    for (const std::exception_ptr& error : errors_) {
      if (error) std::rethrow_exception(error);
    }
    circle_.RequireHeard();
    for (std::size_t place = threads_.size(); place < order_.size(); ++place) {  // it was over before they began
      outcomes_[order_[place]].status = LaunchStatus::kInterrupted;
      outcomes_[order_[place]].interrupted = StopSignals::Requested();
      outcomes_[order_[place]].out_of_budget = !StopSignals::Requested();
    }
    for (LaunchOutcome& outcome : outcomes_) {
      if (outcome.record) outcome.waiting = WaitingUseOf(*outcome.record);
    }
    for (const auto& [launch, use] : uses_) outcomes_[launch].waiting = use;
    return std::move(outcomes_);
  }

 private:
  // The next launch begins as soon as fewer than kStartedTogether are still on their way to sleep. The first one is
  // alone until it sleeps: launchers of Open MPI 4.1 share a folder for the sessions of a user on a host, and remove it
  // when they start if it is empty. Of 60 pairs that started together, two had a launcher that found it gone and gave
  // up.
  void Start() {
    std::size_t awaited = 0;
    for (std::size_t place = 0; place < order_.size() && !IsOver(); ++place) {
      if (place == 1 || place > kStartedTogether) AwaitSleep(awaited++);
      if (SeesBusy()) return;
      ++running_;
      threads_.emplace_back([this, i = order_[place]] { RunOne(i); });
    }
    while (awaited < threads_.size() && !SeesBusy()) AwaitSleep(awaited++);
    for (int looks = 0; looks < kLooks && !IsOver() && busy_ && !SeesBusy(); ++looks) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }

  // Whether a launch takes a processor while it sleeps, and of each library it is known whether its launches do.
  bool SeesBusy() {
    if (over_) return true;
    std::set<std::string> known;  // runs
    for (std::size_t place = 0; place < threads_.size(); ++place) {
      const std::size_t i = order_[place];
      const auto use = circle_.WaitingOf(static_cast<int>(i));
      if (!use || !IsKnown(*use)) continue;
      known.insert(launches_[i].id.run_id);
      seen_[i] = *use;
      busy_ = busy_ || (use->most >= kSpinningRank && IsBusy(*use, launches_[i].plan.ranks, ProcessorsHere()));
    }
    std::set<std::string> all;
    for (const TurnLaunch& launch : launches_) all.insert(launch.id.run_id);
    over_ = busy_ && known == all;
    if (over_) uses_ = seen_;
    return over_;
  }

  void EndAll() {
    for (std::size_t i = 0; i < launches_.size(); ++i) circle_.Ended(static_cast<int>(i));
  }

  // Whether nothing more may begin.
  bool IsOver() const {
    const auto& deadline = launches_[0].deadline;
    return StopSignals::Requested() || (deadline && std::chrono::steady_clock::now() >= *deadline);
  }

  void AwaitSleep(std::size_t place) {
    const std::size_t launch = order_[place];
    const int number = static_cast<int>(launch);
    if (circle_.WaitUntilItSleeps(number, shown_.waits_after_seconds)) return;
    if (shown_.waits) shown_.waits(launch, shown_.waits_after_seconds);
    if (!circle_.WaitUntilItSleeps(number, kPatienceSeconds - shown_.waits_after_seconds)) circle_.Ended(number);
  }

  void RunOne(std::size_t i) {
    try {
      LaunchPlan plan = launches_[i].plan;
      plan.bench_arguments.insert(plan.bench_arguments.end(), {"--circle", circle_.Argument(static_cast<int>(i))});
      plan.timeout_seconds *= static_cast<double>(launches_.size());
      Command start = launches_[i].StartCommand(plan);
      start.stop_descriptor = circle_.GivenUp(static_cast<int>(i));
      outcomes_[i] = Launch(start, plan.ranks, launches_[i].id, launches_[i].folder);
    } catch (...) {
      errors_[i] = std::current_exception();
    }
    circle_.Ended(static_cast<int>(i));
    const std::lock_guard lock(mutex_);
    --running_;
    changed_.notify_all();
  }

  void Wait() {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, std::chrono::seconds(1), [&] { return running_ == 0; })) {
      if (shown_.measure) shown_.measure(circle_.progress().pass + 1);
    }
  }

  const std::vector<TurnLaunch>& launches_;
  const TurnsShown& shown_;
  const std::vector<std::size_t> order_;  // in which they start
  Circle circle_;
  std::vector<LaunchOutcome> outcomes_;
  bool busy_ = false;  // a launch took a processor before the turns began
  bool over_ = false;  // so that they do not begin
  std::map<std::size_t, WaitingUse> seen_;
  std::map<std::size_t, WaitingUse> uses_;  // of launches, where the turns do not begin
  std::vector<std::exception_ptr> errors_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<int> running_{0};
};

}  // namespace

Command TurnLaunch::StartCommand(const LaunchPlan& by) const {
  Command command = start(by, install);
  command.deadline = deadline;
  return command;
}

std::vector<std::size_t> StartOrder(std::size_t launches, std::uint64_t seed) {
  constexpr std::uint32_t kStarts = 1;  // the circle draws its orders from the same seed
  return RandomOrder(seed, kStarts, launches);
}

std::string WaitsText(const std::string& launch, double seconds) {
  return fmt::format(
      "{} waits for its start since {:.0f} s; its launcher may wait for processors that other launches have: --turns "
      "off "
      "makes one launch after the other",
      launch, seconds);
}

std::vector<LaunchOutcome> LaunchInTurns(const std::vector<TurnLaunch>& launches, std::uint64_t seed,
                                         const TurnsShown& shown) {
  return Turning(launches, seed, shown).Run();
}

bool CircleIsUndone(const std::vector<LaunchOutcome>& outcomes) {
  const auto never_began = [](const LaunchOutcome& outcome) { return outcome.status == LaunchStatus::kFailed; };
  return std::any_of(outcomes.begin(), outcomes.end(), never_began) && !StopSignals::Requested();
}

std::size_t LengthOf(const TurnLaunch& launch) {
  const LaunchPlan& plan = launch.plan;
  std::size_t arguments = 0;
  const std::vector<std::string> words = BenchCommand(plan);
  for (std::size_t i = 1; i < words.size(); ++i) arguments += words[i].size() + 1;
  for (const std::string& word : RecordArguments(plan.ranks, launch.id, launch.folder)) arguments += word.size() + 1;
  const std::size_t program = plan.bench.size() + 1;
  std::size_t length = 2 * program + arguments;  // the kernel keeps the name of the program beside its arguments
  if (launch.install.kind == MpiInstall::Kind::kOpenMpi) length += program + arguments;
  std::map<std::string, std::string> environment = launch.install.environment;
  for (const auto& [name, value] : plan.library.environment) environment[name] = value;
  if (!plan.library.preload.empty())
    environment["LD_PRELOAD"] = fmt::format("{}", fmt::join(plan.library.preload, ":"));
  return length + LengthOf(environment);
}

void PadEnvironments(std::vector<TurnLaunch>& launches) {
  for (TurnLaunch& launch : launches) launch.plan.library.environment[kPadding] = "";
  std::size_t longest = 0;
  for (const TurnLaunch& launch : launches) longest = std::max(longest, LengthOf(launch));
  for (TurnLaunch& launch : launches) {
    launch.plan.library.environment[kPadding] = std::string(longest - LengthOf(launch), 'x');
  }
}

}  // namespace mpigauge
