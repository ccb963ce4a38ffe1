#include <fmt/format.h>

#include <filesystem>

#include "ci/doctor/checks.h"

namespace mpigauge {
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
