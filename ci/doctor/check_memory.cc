#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <sstream>

#include "ci/doctor/checks.h"

namespace mpigauge {
namespace {

// Reads a value of /proc/meminfo, in bytes: "2048 kB".
std::int64_t MemoryBytes(const Machine& machine, const std::string& key) {
  std::int64_t kibibytes = 0;
  std::istringstream(machine.files.Value("proc/meminfo", key).value_or("0")) >> kibibytes;
  return kibibytes * 1024;
}

}  // namespace

Diagnosis CheckHugePages(const Machine& machine) {
  const std::string file = "sys/kernel/mm/transparent_hugepage/enabled";
  Diagnosis one{"huge pages", Health::kOk, "unknown",
                "whether a buffer gets huge pages depends on how fragmented the memory is in this launch", ""};
  const auto line = machine.files.FirstLine(file);
  if (!line) return one;
  const auto open = line->find('[');
  const auto close = line->find(']');
  if (open == std::string::npos || close == std::string::npos || close < open) return one;
  const std::string chosen = line->substr(open + 1, close - open - 1);
  one.found = "transparent huge pages: " + chosen;
  if (chosen != "always") return one;
  one.health = Health::kAdvice;
  one.change = "echo madvise > /" + file;
  return one;
}

Diagnosis CheckSwap(const Machine& machine) {
  const std::int64_t total = MemoryBytes(machine, "SwapTotal");
  const std::int64_t used = total - MemoryBytes(machine, "SwapFree");
  Diagnosis one{"swap", Health::kOk, "none", "a page that comes back from disk costs milliseconds", ""};
  if (total == 0) return one;
  one.found = fmt::format("{} of {} MiB in use", used >> 20, total >> 20);
  if (used == 0) return one;
  one.health = Health::kAdvice;
  one.change = "swapoff --all    # and find out what fills the memory";
  return one;
}

Diagnosis CheckNumaBalancing(const Machine& machine) {
  const std::size_t nodes = machine.files.Names("sys/devices/system/node", "node[0-9]*").size();
  const std::string state = machine.files.FirstLine("proc/sys/kernel/numa_balancing").value_or("0");
  Diagnosis one{"NUMA balancing", Health::kOk, (state == "0" ? "off, " : "on, ") + Counted(nodes, "NUMA node"),
                "the kernel unmaps pages to find their users, and moves them, in the middle of a measurement", ""};
  if (state == "0" || nodes < 2) return one;
  one.health = Health::kAdvice;
  one.change = "sysctl kernel.numa_balancing=0";
  return one;
}

namespace {

constexpr std::uintmax_t kMebibyte = 1 << 20;

// Problem below the first limit, advice below the second.
Diagnosis CheckSpace(const std::string& check, const std::filesystem::path& folder, std::uintmax_t needed_mebibytes,
                     std::uintmax_t wanted_mebibytes) {
  Diagnosis one{check, Health::kOk, "", "", ""};
  std::error_code error;
  const auto space = std::filesystem::space(folder, error);
  if (error) {
    one.health = Health::kProblem;
    one.found = fmt::format("{}: {}", folder.string(), error.message());
    return one;
  }
  const std::uintmax_t free = space.available / kMebibyte;
  one.found = free < 10240 ? fmt::format("{}: {} MiB free", folder.string(), free)
                           : fmt::format("{}: {} GiB free", folder.string(), free / 1024);
  if (free < wanted_mebibytes) one.health = free < needed_mebibytes ? Health::kProblem : Health::kAdvice;
  return one;
}

}  // namespace

Diagnosis CheckTempFolder(const Machine& machine) {
  Diagnosis one = CheckSpace("temporary folder", machine.temp_folder, 100, 1024);
  one.why = "launch records are written there before the store takes them, and MPI keeps its session folders there";
  if (one.health != Health::kOk) one.change = "make room there, or set TMPDIR to a folder on a local disk";
  return one;
}

Diagnosis CheckSharedMemory(const Machine& machine) {
  Diagnosis one{"shared memory", Health::kOk, "no /dev/shm", "", ""};
  const auto folder = machine.files.root() / "dev/shm";
  if (machine.files.Exists("dev/shm")) one = CheckSpace("shared memory", folder, 16, 256);
  one.why = "the ranks of one host exchange messages in it; if it is full, MPI takes a slower way or stops";
  if (one.health != Health::kOk) one.change = "docker run --shm-size=1g, or mount -o remount,size=1g /dev/shm";
  return one;
}

}  // namespace mpigauge
