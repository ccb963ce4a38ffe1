#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mpigauge {

struct Command {
  std::vector<std::string> words;                  // the program, by path or looked up in PATH, and its arguments
  std::map<std::string, std::string> environment;  // added to this process's own
  double timeout_seconds = 0;                      // 0: none
  int stop_descriptor = -1;  // where somebody else watches the time: readable when it is over; -1: nobody
};

struct ProcessResult {
  int exit_code = 0;         // 128 + signal where a signal ended it
  bool timed_out = false;    // it was killed because its time was over
  bool interrupted = false;  // it was killed because we were (Ctrl-C, SIGTERM)
  std::string out;           // what it printed; the last 1 MiB of each
  std::string err;
};

// Starts the program, waits for its end, and takes its whole process group down where time is over or
// somebody stops us (StopSignals): SIGTERM first, SIGKILL five seconds later. Throws Error (usage) where
// there is no such program.
ProcessResult RunProcess(const Command& command);

// The program's path, or nothing where PATH has none of that name.
std::optional<std::string> FindProgram(const std::string& name);

}  // namespace mpigauge
