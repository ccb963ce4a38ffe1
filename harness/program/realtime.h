#pragma once

#include <string>

#include "harness/agree/control.h"
#include "harness/environment/environment.h"

namespace mpigauge {

// Real-time priority for all ranks or for none, while they measure: during start and end the library's own
// threads, bound to the same processors, need their turn. More ranks than processors would starve each other.
// If it is wanted and refused, rank 0 says so on standard error.
class RealtimePriority {
 public:
  RealtimePriority(const Control& control, bool wanted, const Placement& placement);
  RealtimePriority(const RealtimePriority&) = delete;
  RealtimePriority& operator=(const RealtimePriority&) = delete;
  ~RealtimePriority();

  std::string policy() const { return active_ ? "fifo" : "other"; }

 private:
  bool active_ = false;
};

}  // namespace mpigauge
