#pragma once

#include <string>

namespace mpigauge {

// Whether one path comes before another in the order of the versions in them: 5.0.9 before 5.0.10, and 4.1.0a1, 4.1.0b1
// and 4.1.0rc1 before 4.1.0. A total order of all texts.
bool IsOlderVersion(const std::string& one, const std::string& other);

}  // namespace mpigauge
