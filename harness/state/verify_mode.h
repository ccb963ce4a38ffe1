#pragma once

#include <string>
#include <vector>

namespace mpigauge {

// When a case's data are checked, always outside the timed part.
enum class VerifyMode { kOff, kSample, kAll };  // never; at the end of a visit; between observations too

// As in --verify, in the order of the values.
inline const std::vector<std::string> kVerifyModes = {"off", "sample", "all"};

}  // namespace mpigauge
