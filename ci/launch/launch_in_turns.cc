#include "ci/launch/launch_in_turns.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>

#include "ci/launch/circle.h"
#include "ci/process/stop_signals.h"
#include "harness/base/error.h"

namespace mpigauge {
namespace {

constexpr double kPatienceSeconds = 120;  // until a launch that was started sleeps
constexpr double kBytesOfARank = 200e6;   // that sleeps: library, buffers, shared memory
constexpr int kMostTurns = 100;
constexpr const char* kPadding = "MPIGAUGE_PADDING";

std::size_t LengthOf(const LaunchPlan& plan) {
  std::size_t length = 0;
  for (const auto& [name, value] : plan.library.environment) length += name.size() + value.size() + 2;
  if (plan.library.preload.empty()) return length;
  for (const std::string& file : plan.library.preload) length += file.size() + 1;
  return length + std::string("LD_PRELOAD=").size();
}

// All that runs at the same time.
class Turning {
 public:
  Turning(const std::vector<TurnLaunch>& launches, std::uint64_t seed)
      : launches_(launches),
        circle_(static_cast<int>(launches.size()), seed),
        outcomes_(launches.size()),
        errors_(launches.size()) {}

  std::vector<LaunchOutcome> Run(const std::function<void(int pass)>& shown) {
    const StopSignals signals;  // the outermost one, for all threads
    for (std::size_t i = 0; i < launches_.size() && !StopSignals::Requested(); ++i) {
      ++running_;
      threads_.emplace_back([this, i] { RunOne(i); });
      circle_.WaitUntilItSleeps(static_cast<int>(i), kPatienceSeconds);
    }
    circle_.Begin();
    Wait(shown);
    for (std::thread& thread : threads_) thread.join();
    for (const std::exception_ptr& error : errors_) {
      if (error) std::rethrow_exception(error);
    }
    for (std::size_t i = threads_.size(); i < outcomes_.size(); ++i) {  // we were stopped before they began
      outcomes_[i].status = LaunchStatus::kInterrupted;
      outcomes_[i].interrupted = true;
    }
    return std::move(outcomes_);
  }

 private:
  void RunOne(std::size_t i) {
    try {
      LaunchPlan plan = launches_[i].plan;
      plan.bench_arguments.insert(plan.bench_arguments.end(), {"--circle", circle_.Argument(static_cast<int>(i))});
      plan.timeout_seconds *= static_cast<double>(launches_.size());
      outcomes_[i] = Launch(plan, launches_[i].install, launches_[i].id, launches_[i].folder);
    } catch (...) {
      errors_[i] = std::current_exception();
    }
    circle_.Ended(static_cast<int>(i));
    const std::lock_guard lock(mutex_);
    --running_;
    changed_.notify_all();
  }

  void Wait(const std::function<void(int pass)>& shown) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, std::chrono::seconds(1), [&] { return running_ == 0; })) {
      if (shown) shown(circle_.progress().pass + 1);
    }
  }

  const std::vector<TurnLaunch>& launches_;
  Circle circle_;
  std::vector<LaunchOutcome> outcomes_;
  std::vector<std::exception_ptr> errors_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<int> running_{0};
};

}  // namespace

std::vector<LaunchOutcome> LaunchInTurns(const std::vector<TurnLaunch>& launches, std::uint64_t seed,
                                         const std::function<void(int pass)>& shown) {
  return Turning(launches, seed).Run(shown);
}

int LaunchesThatFit(int wanted, int ranks) {
  std::ifstream file("/proc/meminfo");
  std::string word;
  double kibibytes = 0;
  while (file >> word) {
    if (word == "MemAvailable:" && file >> kibibytes) break;
  }
  if (kibibytes <= 0) return wanted;
  const double fit = kibibytes * 1024 / 2 / (kBytesOfARank * ranks);  // half of it is the page cache's and others'
  return std::min(wanted, static_cast<int>(fit));
}

int ParseTurns(const std::string& text, const std::string& what) {
  if (text == "off") return 1;
  int turns = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), turns);
  if (error != std::errc() || end != text.data() + text.size() || turns < 1 || turns > kMostTurns) {
    throw UsageError("{}: '{}' is neither a number of launches from 1 to {} nor off", what, text, kMostTurns);
  }
  return turns;
}

void PadEnvironments(const std::vector<LaunchPlan*>& plans) {
  std::size_t longest = 0;
  for (const LaunchPlan* plan : plans) longest = std::max(longest, LengthOf(*plan));
  for (LaunchPlan* plan : plans) {
    plan->library.environment[kPadding] = std::string(longest - LengthOf(*plan), 'x');
  }
}

}  // namespace mpigauge
