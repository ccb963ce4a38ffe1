#pragma once

#include <string>
#include <vector>

namespace mpigauge {

// The words as one line for a POSIX shell, as a person would type it.
std::string ShellText(const std::vector<std::string>& words);

}  // namespace mpigauge
