#include "harness/program/realtime.h"

#include <sched.h>

#include <cstdio>

namespace mpigauge {
namespace {

bool SetScheduler(int policy, int priority) {
  sched_param parameters{};
  parameters.sched_priority = priority;
  return sched_setscheduler(0, policy, &parameters) == 0;
}

}  // namespace

RealtimePriority::RealtimePriority(const Control& control, bool wanted, const Placement& placement) {
  if (!wanted) return;
  std::optional<Fault> refused;
  if (placement.oversubscribed || !SetScheduler(SCHED_FIFO, 10)) refused = Fault{FaultKind::kError, 0, "refused"};
  active_ = !control.Agree(refused).has_value();
  if (active_) return;
  SetScheduler(SCHED_OTHER, 0);
  if (control.root()) {
    std::fputs(
        "mpigauge-bench: --realtime: not allowed here (it needs CAP_SYS_NICE and a processor for every rank); "
        "measuring without it\n",
        stderr);
  }
}

RealtimePriority::~RealtimePriority() {
  if (active_) SetScheduler(SCHED_OTHER, 0);
}

}  // namespace mpigauge
