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

// "Pss:   1234 kB" of a file of /proc in bytes; 0 where the word is not there.
std::int64_t BytesBehind(const std::string& wanted, const char* path) {
  std::ifstream file(path);
  std::string word;
  while (file >> word) {
    std::int64_t kibibytes = 0;
    if (word == wanted && file >> kibibytes) return kibibytes * 1024;
  }
  return 0;
}

}  // namespace

MemoryUse MemoryInUse() { return {Resident(), BytesBehind("Pss:", "/proc/self/smaps_rollup")}; }

std::int64_t PeakResident() { return BytesBehind("VmHWM:", "/proc/self/status"); }

}  // namespace mpigauge
