#include "ci/slurm/time_limit_signal.h"

#include <signal.h>

namespace mpigauge {
namespace {

volatile sig_atomic_t announced = 0;

void Handle(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(SIGUSR1, &action, nullptr);
}

}  // namespace

TimeLimitSignal::TimeLimitSignal() {
  announced = 0;
  Handle([](int) { announced = 1; });
}

TimeLimitSignal::~TimeLimitSignal() { Handle(SIG_DFL); }

bool TimeLimitSignal::Announced() { return announced != 0; }

}  // namespace mpigauge
