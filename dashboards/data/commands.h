#pragma once

#include <string>

#include "harness/base/json.h"

namespace mpigauge {

// What prints the same numbers as the page, by its sections: {"comparison": "mpigauge gates 3f2a9c01 --format json",
// "history": ..., ...}. `baseline` and `candidate` name what was compared; `comparison` prints it.
Json CommandsJson(const std::string& comparison, const std::string& baseline, const std::string& candidate);

}  // namespace mpigauge
