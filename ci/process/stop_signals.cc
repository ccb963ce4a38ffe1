#include "ci/process/stop_signals.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <iterator>

#include "base/error.h"
#include "ci/process/open_files.h"

namespace mpigauge {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

std::atomic<int> nesting{0};  // inner ones may be of several threads, while the outermost lives
struct sigaction before[std::size(kSignals)];
std::atomic<bool> requested{false};
std::atomic<int> event{-1};

// Only calls that are allowed in a handler.
void OnSignal(int number) {
  if (requested.exchange(true)) {
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(event.load(), &one, sizeof one);
}

}  // namespace

StopSignals::StopSignals() {
  if (nesting++ > 0) return;
  requested = false;
  event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (event < 0) {
    --nesting;
    throw NotMeasured("signals cannot be watched: {}", FileErrorText(errno));
  }
  struct sigaction action {};
  action.sa_handler = OnSignal;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < std::size(kSignals); ++i) sigaction(kSignals[i], &action, &before[i]);
}

StopSignals::~StopSignals() {
  if (--nesting > 0) return;
  for (std::size_t i = 0; i < std::size(kSignals); ++i) sigaction(kSignals[i], &before[i], nullptr);
  close(event.exchange(-1));
  requested = false;
}

bool StopSignals::Requested() { return requested; }

bool StopSignals::Listening() { return nesting > 0; }

int StopSignals::Descriptor() { return event; }

bool StopSignals::Pause(double seconds) {
  pollfd wait{event, POLLIN, 0};
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (!Requested()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
    if (left <= 0) return true;
    poll(&wait, 1, static_cast<int>(left));  // another signal may end it early
  }
  return false;
}

}  // namespace mpigauge
