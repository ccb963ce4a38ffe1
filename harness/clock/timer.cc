#include "harness/clock/timer.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace mpigauge {
namespace {

// Rounding both readings to nanoseconds can change a difference by this.
constexpr std::int64_t kRounding = 2;

struct Group {
  std::int64_t first = 0;
  std::int64_t last = 0;
  bool Narrow() const { return last - first <= kRounding; }
  // Twice its middle, which is a whole number.
  std::int64_t TwiceMiddle() const { return first + last; }
};

// The differences that are no disturbance, in groups; `sorted` ascends.
std::vector<Group> GroupsOf(const std::vector<std::int64_t>& sorted) {
  const std::size_t least = sorted.size() / 1000 + 1;
  std::vector<Group> groups;
  for (auto at = sorted.begin(); at != sorted.end();) {
    const auto end = std::upper_bound(at, sorted.end(), *at);
    if (static_cast<std::size_t>(end - at) >= least) {
      if (groups.empty() || *at - groups.back().last > kRounding) groups.push_back({*at, *at});
      groups.back().last = *at;
    }
    at = end;
  }
  return groups;
}

}  // namespace

std::int64_t ClockStep(std::vector<std::int64_t> differences) {
  std::erase_if(differences, [](std::int64_t difference) { return difference <= 0; });
  if (differences.empty()) return 0;
  std::sort(differences.begin(), differences.end());
  const std::vector<Group> groups = GroupsOf(differences);
  if (groups.empty() || !std::all_of(groups.begin(), groups.end(), [](const Group& one) { return one.Narrow(); })) {
    return 1;
  }
  std::int64_t step = groups[0].first;
  for (std::size_t i = 1; i < groups.size(); ++i) {
    step = std::min(step, (groups[i].TwiceMiddle() - groups[i - 1].TwiceMiddle() + 1) / 2);
  }
  return std::max<std::int64_t>(step, 1);
}

namespace {

// SplitMix64 (Steele, Lea and Flood 2014): neighbouring times get unrelated numbers.
std::uint64_t Scrambled(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15U;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31);
}

}  // namespace

std::int64_t InjectedError::Shown(std::int64_t true_ns) const {
  const std::int64_t gained = std::llround(drift * static_cast<double>(true_ns - origin_ns));
  const std::int64_t shown = true_ns + offset_ns + gained + Jitter(true_ns);
  return shown - (shown % tick_ns + tick_ns) % tick_ns;
}

std::int64_t InjectedError::Jitter(std::int64_t true_ns) const {
  if (jitter_ns == 0) return 0;
  const auto choices = static_cast<std::uint64_t>(2 * jitter_ns + 1);
  const auto chosen = Scrambled(static_cast<std::uint64_t>(true_ns) ^ Scrambled(seed)) % choices;
  return static_cast<std::int64_t>(chosen) - jitter_ns;
}

TimerQuality MeasureTimer(const Timer& timer) {
  constexpr std::int64_t kBlocks = 40;
  constexpr std::int64_t kReads = 500;
  constexpr std::int64_t kLongestRead = 1000;           // ns
  std::int64_t fastest = kReads * kLongestRead * 1000;  // block: others are preempted on a loaded machine
  std::vector<std::int64_t> steps(kBlocks * kReads);    // written, not grown, while the clock is read
  TimerQuality quality;
  for (std::int64_t block = 0; block < kBlocks; ++block) {
    const std::int64_t first = timer.Now();
    std::int64_t previous = first;
    for (std::int64_t i = 0; i < kReads; ++i) {
      const std::int64_t now = timer.Now();
      const std::int64_t step = now - previous;
      if (step < 0) quality.monotonic = false;
      steps[static_cast<std::size_t>(block * kReads + i)] = step;
      previous = now;
    }
    fastest = std::min(fastest, previous - first);
  }
  quality.cost_seconds = static_cast<double>(fastest) / kReads * 1e-9;
  const std::int64_t step = ClockStep(std::move(steps));
  // A timer that stood still all the while has steps longer than that.
  quality.resolution_seconds = static_cast<double>(step > 0 ? step : kBlocks * kReads * kLongestRead) * 1e-9;
  return quality;
}

}  // namespace mpigauge
