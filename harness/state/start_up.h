#pragma once

#include "base/memory_use.h"

namespace mpigauge {

// The start of this process, before the first case [KU15].
struct StartUp {
  double init_seconds = 0;  // MPI_Init_thread, from its call to its return
  MemoryUse memory_before;
  MemoryUse memory_after;
};

// The program's main keeps it, once.
void KeepStartUp(const StartUp& start_up);
const StartUp& ThisStartUp();

}  // namespace mpigauge
