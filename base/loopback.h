#pragma once

#include <string>

namespace mpigauge {

// Whether a host, by its address or name and without brackets, can be nothing but this machine: 127.0.0.0/8, ::1 or
// localhost.
bool IsLoopbackHost(const std::string& host);

}  // namespace mpigauge
