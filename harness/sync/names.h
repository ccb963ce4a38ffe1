#pragma once

#include <string>
#include <vector>

namespace mpigauge {

// The names of all synchronizers, the default first.
std::vector<std::string> SynchronizerNames();

}  // namespace mpigauge
