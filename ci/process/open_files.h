#pragma once

#include <string>

namespace mpigauge {

// The text of an errno. Where this process or the host has too many files open, it says how many it may have and what
// to do about it.
std::string FileErrorText(int error);

}  // namespace mpigauge
