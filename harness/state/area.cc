#include "harness/state/area.h"

#include <sys/mman.h>
#include <unistd.h>

#include <charconv>
#include <cstring>
#include <fstream>
#include <new>
#include <optional>
#include <string>
#include <string_view>

namespace mpigauge {

void Area::Unmap::operator()(std::byte* data) const { munmap(data, bytes); }

Area Area::Plain(std::size_t bytes) {
  bytes = RoundUp(bytes, kPageBytes);
  void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) throw std::bad_alloc();
  std::memset(data, 0, bytes);
  return {static_cast<std::byte*>(data), bytes};
}

Area Area::Aliased(std::size_t bytes, std::size_t copies) {
  bytes = RoundUp(bytes, kPageBytes);
  const int file = memfd_create("mpigauge-buffer", MFD_CLOEXEC);
  // The range is reserved first and owned from then on; every copy replaces its part of it.
  void* range = mmap(nullptr, bytes * copies, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  bool mapped = file >= 0 && range != MAP_FAILED && ftruncate(file, static_cast<off_t>(bytes)) == 0;
  for (std::size_t i = 0; i < copies && mapped; ++i) {
    mapped = mmap(static_cast<std::byte*>(range) + i * bytes, bytes, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_FIXED | MAP_POPULATE, file, 0) != MAP_FAILED;
  }
  if (file >= 0) close(file);
  if (!mapped) {
    if (range != MAP_FAILED) munmap(range, bytes * copies);
    throw std::bad_alloc();
  }
  return {static_cast<std::byte*>(range), bytes * copies};
}

const Area& ReceiveArea(std::size_t bytes) {
  static std::optional<Area> area;
  if (!area || area->bytes() < bytes) area.emplace(Area::Plain(bytes));
  return *area;
}

// Multiples of the golden ratio spread evenly (Knuth, The Art of Computer Programming 3, 6.4).
std::size_t PlaceToStart(std::int64_t ordinal, std::size_t count) {
  const std::uint64_t share = static_cast<std::uint64_t>(ordinal) * 0x9E3779B9u % (std::uint64_t{1} << 32);
  return static_cast<std::size_t>((share * count) >> 32);
}

std::int64_t HugePageBytes(const std::filesystem::path& smaps_rollup) {
  constexpr std::string_view kKey = "AnonHugePages:";
  std::ifstream in(smaps_rollup);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(kKey)) continue;
    const std::size_t digits = line.find_first_of("0123456789");
    if (digits == std::string::npos) return -1;
    std::int64_t kilobytes = -1;
    std::from_chars(line.data() + digits, line.data() + line.size(), kilobytes);
    return kilobytes < 0 ? -1 : kilobytes * 1024;
  }
  return -1;
}

}  // namespace mpigauge
