#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mpigauge {

// Of the libraries in a value of LD_PRELOAD those that this process does not have. The dynamic linker says so on
// standard error alone, and starts the program without them. What it expands itself ($LIB) is not looked for.
std::vector<std::string> NotPreloaded(std::string_view preload);

}  // namespace mpigauge
