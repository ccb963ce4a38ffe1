#pragma once

#include <string>

namespace mpigauge {

// The name of this host; "?" where it does not say.
std::string HostName();

}  // namespace mpigauge
