#pragma once

#include "harness/record/record.h"

namespace mpigauge {

// A launch with a bit of everything in it, for what damages it.
LaunchRecord FuzzLaunch();

}  // namespace mpigauge
