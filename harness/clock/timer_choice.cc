#include "harness/clock/timer_choice.h"

#include <fmt/ranges.h>
#include <mpi.h>
#include <sys/time.h>

#include <cmath>

#include "base/error.h"
#include "harness/agree/control.h"
#include "harness/clock/clock_groups.h"

namespace mpigauge {
namespace {

std::int64_t Wtime() { return std::llround(PMPI_Wtime() * 1e9); }

std::int64_t TimeOfDay() {
  timeval time;
  gettimeofday(&time, nullptr);
  return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_usec * std::int64_t{1'000};
}

ChosenTimer ChooseTsc(const Control& control, const TscFeatures& features) {
  std::optional<Fault> mine;
  if (const std::string why = WhyNoTsc(features); !why.empty()) mine = Fault{FaultKind::kError, 0, why};
  if (const auto fault = control.Agree(mine)) {
    throw UsageError("--timer=tsc does not work on rank {}: {}; take another of {}", fault->rank, fault->message,
                     fmt::join(kTimerNames, ", "));
  }
  const std::string identity = ClockIdentity() + " tsc";
  const ClockGroups groups = FindClockGroups(control, identity);
  TscScale scale;
  if (groups.place >= 0) scale = CalibrateTsc(kTscCalibration);
  PassOn(control, groups, scale);
  return {Timer(scale), identity};
}

}  // namespace

ChosenTimer ChooseTimer(const Control& control, const std::string& name, const TscFeatures& tsc) {
  if (name == Timer::kMonotonicRaw) return {Timer(), ClockIdentity()};
  if (name == Timer::kTsc) return ChooseTsc(control, tsc);
  if (name == "mpi_wtime") {
    return {Timer("mpi_wtime", &Wtime), ClockIdentity() + " process of rank " + std::to_string(control.rank())};
  }
  if (name == "gettimeofday") return {Timer("gettimeofday", &TimeOfDay), ClockIdentity() + " time of day"};
  throw UsageError("--timer: '{}' is unknown; {}", name, fmt::join(kTimerNames, ", "));
}

TimerQuality WorstQuality(const Control& control, const Timer& timer) {
  const TimerQuality mine = MeasureTimer(timer);
  std::int64_t values[] = {std::llround(mine.cost_seconds * 1e12), std::llround(mine.resolution_seconds * 1e12),
                           mine.monotonic ? 0 : 1};
  control.MaxToRoot(values);
  return {static_cast<double>(values[0]) * 1e-12, static_cast<double>(values[1]) * 1e-12, values[2] == 0};
}

}  // namespace mpigauge
