#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include "base/error.h"

namespace mpigauge {

// Where a command talks.
struct Streams {
  std::ostream& out;
  std::ostream& err;
  bool out_colors = false;
  bool err_terminal = false;
  std::size_t columns = 80;  // of `out`, where it is a terminal
};

// Everything that `mpigauge` does. Errors are printed on `err`, with what to do next, and become the exit
// code; so is output that could not be written.
ExitCode RunCli(const std::vector<std::string>& arguments, const Streams& streams);

}  // namespace mpigauge
