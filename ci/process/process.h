#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace mpigauge {

using Deadline = std::optional<std::chrono::steady_clock::time_point>;

struct Command {
  std::vector<std::string> words;  // the program, by path or looked up in PATH, and its arguments
  // Added to this process's own, in which MPIGAUGE_STORE and PGPASSWORD are left out: they may hold a password.
  std::map<std::string, std::string> environment;
  double timeout_seconds = 0;  // 0: none
  int stop_descriptor = -1;    // where somebody else watches the time: readable when it is over; -1: nobody
  // Asked now and then: whether the program has done its work and has only to end. It has `end_seconds` for that.
  std::function<bool()> is_ending = {};
  double end_seconds = 0;  // 0: no limit
  Deadline deadline = {};  // of a budget, which many programs share
};

struct ProcessResult {
  int exit_code = 0;           // 128 + signal where a signal ended it
  bool timed_out = false;      // it was killed because its time was over
  bool end_overdue = false;    // timed out since it took longer than `end_seconds` to end
  bool out_of_budget = false;  // it was killed because its deadline had passed
  bool interrupted = false;    // it was killed because we were (Ctrl-C, SIGTERM)
  std::string out;             // what it printed; of each the first and the last 512 KiB
  std::string err;
};

// Somebody stopped us while a program ran. It is no Error: a caller that can do without the program's answer must not
// go on either.
class Stopped : public std::runtime_error {
 public:
  Stopped() : std::runtime_error("stopped") {}
};

// Starts the program, waits for its end, and takes its whole process group down where time is over or
// somebody stops us (StopSignals): SIGTERM first, SIGKILL five seconds later. Throws Error (usage) where
// there is no such program, and Stopped where we are stopped and no StopSignals of the caller would remember it.
ProcessResult RunProcess(const Command& command);

// The program's path, or nothing where PATH has none of that name.
std::optional<std::string> FindProgram(const std::string& name);

// Runs a command that a user has given, by /bin/sh in `folder`, with these variables. Its output goes to `log`, from
// its beginning. Returns its exit code. Throws Error (not measured) where somebody stops it.
int RunBuildCommand(const std::string& command, const std::filesystem::path& folder,
                    const std::map<std::string, std::string>& variables, const std::filesystem::path& log);

}  // namespace mpigauge
