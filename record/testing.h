#pragma once

#include <map>
#include <string>
#include <vector>

#include "record/record.h"

namespace mpigauge {

// A launch with one pass of three observations around each of the given medians (seconds), for tests of what
// comes behind the harness. Names are split as "case/key:value/...".
LaunchRecord ExampleLaunch(const std::string& run_id, int index, const std::map<std::string, double>& medians);

}  // namespace mpigauge
