#include "base/host_name.h"

#include <unistd.h>

#include <array>
#include <filesystem>
#include <system_error>

namespace mpigauge {

std::string HostName() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 && name[0] != '\0' ? name.data() : "?";
}

std::string ProcessNamespace() {
  std::error_code error;
  const auto link = std::filesystem::read_symlink("/proc/self/ns/pid", error);
  return error ? "?" : link.string();
}

}  // namespace mpigauge
