#pragma once

#include <string>

namespace mpigauge {

// The name of this host; "?" where it does not say.
std::string HostName();

// The namespace in which this process sees the numbers of others, "pid:[4026531836]"; "?" where that cannot be read. A
// number means a process here only where host and namespace are these.
std::string ProcessNamespace();

}  // namespace mpigauge
