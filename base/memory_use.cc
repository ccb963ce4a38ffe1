#include "base/memory_use.h"

#include <unistd.h>

#include <fstream>
#include <string>

namespace mpigauge {
namespace {

// Reads /proc/self/statm: the size of the program, then its resident part, in pages.
std::int64_t Resident() {
  std::ifstream statm("/proc/self/statm");
  std::int64_t size = 0;
  std::int64_t resident = 0;
  if (!(statm >> size >> resident)) return 0;
  return resident * sysconf(_SC_PAGESIZE);
}

// "Pss:   1234 kB" in /proc/self/smaps_rollup.
std::int64_t Proportional() {
  std::ifstream rollup("/proc/self/smaps_rollup");
  std::string word;
  while (rollup >> word) {
    std::int64_t kibibytes = 0;
    if (word == "Pss:" && rollup >> kibibytes) return kibibytes * 1024;
  }
  return 0;
}

}  // namespace

MemoryUse MemoryInUse() { return {Resident(), Proportional()}; }

}  // namespace mpigauge
