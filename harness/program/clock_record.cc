#include "harness/program/clock_record.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

#include "base/units.h"
#include "record/timer_facts.h"

namespace mpigauge {
namespace {

std::string Seconds(std::int64_t ns) { return fmt::format("{:.9f}", static_cast<double>(ns) * 1e-9); }

// An operation that happens once is no short one that is repeated, and MPI_Finalize has no time yet.
bool TooShort(const SeriesRecord& series, double shortest) {
  if (series.summary.count == 0 || series.method.mode == "once" || series.method.mode == "adopted" ||
      series.family == "self-test")
    return false;
  return (series.summary.median + series.overhead_seconds) * static_cast<double>(series.operations_per_observation) <
         shortest;
}

}  // namespace

void RecordFirstLook(const std::string& method, const ClockCheck& begin, LaunchRecord& record) {
  record.environment.context["clock_sync"] = method;
  record.environment.context["clock_error_start_seconds"] = Seconds(begin.apart_ns);
}

void RecordClocks(const std::string& method, const ClockKeeper& clocks, LaunchRecord& record) {
  RecordFirstLook(method, clocks.begin(), record);
  record.environment.context["clock_resynchronizations"] = std::to_string(clocks.resynchronizations());
  RecordChecks(clocks.begin(), clocks.end(), clocks.worst(), record);
}

void RecordChecks(const ClockCheck& begin, const ClockCheck& end, const ClockCheck& worst, LaunchRecord& record) {
  record.environment.context["clock_error_start_seconds"] = Seconds(begin.apart_ns);
  record.environment.context["clock_error_end_seconds"] = Seconds(end.apart_ns);
  const double apart = static_cast<double>(worst.surely_ns) * 1e-9;
  for (SeriesRecord& series : record.series) {
    const bool global = series.method.mode == "call" || series.method.mode == "calls";
    if (series.fault || !global || series.summary.count == 0) continue;
    const auto operations = static_cast<double>(series.operations_per_observation);
    if (apart <= kClockShare * series.summary.median * operations) continue;
    series.fault = Fault{FaultKind::kClocksApart, worst.rank,
                         fmt::format("the global clocks went apart by at least {}, more than {:.0f}% of the median {}; "
                                     "a smaller --resynchronize or another --clock-sync may help",
                                     FormatSeconds(apart), 100 * kClockShare, FormatSeconds(series.summary.median))};
  }
}

void RecordTimers(const Control& control, const TimerComparison& mine, LaunchRecord& record) {
  const std::string disagreement = FirstDisagreement(control, mine);
  if (mine.ticks_per_second > 0) {
    record.environment.context[kTicksPerSecond] = fmt::format("{:.6g}", mine.ticks_per_second);
  }
  if (disagreement.empty()) return;
  record.environment.context[kTimersDisagree] = disagreement;
  std::fprintf(stderr, "mpigauge-bench: timers disagree, so no time of this launch can be believed: %s\n",
               disagreement.c_str());
}

void WarnOfShortTimes(const TimerQuality& quality, LaunchRecord& record) {
  constexpr std::size_t kShown = 5;
  const double shortest = quality.ShortestTime();
  std::vector<std::string> names;
  for (const SeriesRecord& series : record.series) {
    if (TooShort(series, shortest)) names.push_back(series.name);
  }
  if (names.empty()) return;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kShown; ++i) text += (i > 0 ? ", " : "") + names[i];
  if (names.size() > kShown) text += fmt::format(" and {} more", names.size() - kShown);
  record.environment.context["times_too_short"] = text;
  std::fprintf(stderr,
               "mpigauge-bench: times under %s say more about the timer than about the operation (the timer costs %s "
               "and resolves %s): "
               "%s\n",
               FormatSeconds(shortest).c_str(), FormatSeconds(quality.cost_seconds).c_str(),
               FormatSeconds(quality.resolution_seconds).c_str(), text.c_str());
}

}  // namespace mpigauge
