#pragma once

#include <string>
#include <string_view>

#include "harness/record/record.h"

namespace mpigauge {

// COMMTEST reports the longest time of a single process, and beside it the time from when the first process begins to
// when the last one has ended, where there is a global clock. Source: Worley, COMMTEST [CO5].
struct TwoTimes {
  double longest = 0;        // seconds, the largest of the ranks' own durations
  double first_to_last = 0;  // seconds, on the global clock
};

// By `estimator`, over all observations but those of the warm-up.
TwoTimes TwoTimesOf(const SeriesRecord& series, std::string_view estimator);

// A line for people where the two differ by more than a tenth of the first: the ranks did not begin together, or did
// not end together; empty where they agree.
std::string DisagreementNote(const SeriesRecord& series, std::string_view estimator);

}  // namespace mpigauge
