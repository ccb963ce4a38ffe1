#pragma once

#include <string>

#include "simulator/replay/timeline.h"

namespace mpigauge {

// The timeline in ALOG, the format of upshot and nupshot (Herrarte and Lusk, "Studying parallel program behavior with
// upshot", 1991), which Demaine's simulator wrote [DE7]: a line "type process task data cycle timestamp comment" for
// each event, in the order of time. States are what ranks do, -101 and -102 are sends and receives with "tag bytes".
// Times are whole microseconds, as the format has it: what is shorter may have no length.
std::string TimelineAlog(const Timeline& timeline);

}  // namespace mpigauge
