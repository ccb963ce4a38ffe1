#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"

namespace mpigauge {

struct RecordPlan {
  std::vector<std::string> command;
  std::string output;   // the trace's folder; empty: the library chooses one
  std::string library;  // libmpigauge_trace.so; empty: the one that is found
};

// Becomes the command, with the trace library loaded into it and into all that it starts on this host. Does not
// return. Throws Error (usage) where there is no such library or program, or where the folder has traces already.
[[noreturn]] ExitCode RecordTrace(const RecordPlan& plan);

}  // namespace mpigauge
