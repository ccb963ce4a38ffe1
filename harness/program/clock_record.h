#pragma once

#include "harness/clock/clock_keeper.h"
#include "harness/clock/timer.h"
#include "harness/clock/timer_check.h"
#include "record/record.h"

namespace mpigauge {

class Control;

// How the clocks are synchronized and how far apart they are found to be at the beginning, for the journal: a launch
// that crashes has no more than this. On rank 0.
void RecordFirstLook(const std::string& method, const ClockCheck& begin, LaunchRecord& record);

// Writes the errors of the clocks into the record's context, in seconds as decimal numbers:
// clock_error_start_seconds, clock_error_end_seconds. A series of the call mode, whose times reach from one rank's
// clock to another's, gets the fault "clocks-apart" where the clocks were surely apart by more than kClockShare of
// its median, at any look. On rank 0.
void RecordClocks(const std::string& method, const ClockKeeper& clocks, LaunchRecord& record);
void RecordChecks(const ClockCheck& begin, const ClockCheck& end, const ClockCheck& worst, LaunchRecord& record);

inline constexpr double kClockShare = 0.05;

// Writes into the record's context that timers of a rank disagree (kTimersDisagree), and says it on standard error;
// and how many ticks rank 0 counted in a second (kTicksPerSecond). The record is rank 0's. Collective.
void RecordTimers(const Control& control, const TimerComparison& mine, LaunchRecord& record);

// Says on standard error and in the context (times_too_short) which series have observations of less than ten
// times what the timer costs or resolves: such times are more the timer's than the operation's. On rank 0.
void WarnOfShortTimes(const TimerQuality& quality, LaunchRecord& record);

}  // namespace mpigauge
