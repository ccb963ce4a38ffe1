#pragma once

#include <string>

namespace mpigauge {

// What this host calls itself; "?" where it does not say.
std::string HostName();

}  // namespace mpigauge
