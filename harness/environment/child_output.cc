#include "harness/environment/child_output.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>

namespace mpigauge {
namespace {

// Crashes must be silent: MPI libraries have handlers that write to the terminal, and cores are for real crashes.
void BecomeSilent() {
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM}) std::signal(number, SIG_DFL);
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const int nowhere = open("/dev/null", O_WRONLY);  // NOLINT(cppcoreguidelines-pro-type-vararg)
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
}

// Reads until the other end is closed. Returns false if that takes too long.
bool ReadAll(int pipe, double timeout_seconds, std::string& text) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(timeout_seconds);
  std::array<char, 65536> buffer;
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd ready = {pipe, POLLIN, 0};
    if (left <= 0 || poll(&ready, 1, static_cast<int>(left)) == 0) return false;
    const ssize_t count = read(pipe, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

ChildOutput OutputOfChild(const std::function<void(int)>& work, double timeout_seconds) {
  ChildOutput output;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return output;
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    BecomeSilent();
    try {
      work(ends[1]);
      _exit(0);  // nothing of the parent's is to be flushed or destroyed twice
    } catch (...) {
      _exit(1);
    }
  }
  close(ends[1]);
  const bool in_time = child > 0 && ReadAll(ends[0], timeout_seconds, output.text);
  close(ends[0]);
  if (child < 0) return output;
  if (!in_time) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  output.whole = in_time && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return output;
}

}  // namespace mpigauge
