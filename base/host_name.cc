#include "base/host_name.h"

#include <unistd.h>

#include <array>

namespace mpigauge {

std::string HostName() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 && name[0] != '\0' ? name.data() : "?";
}

}  // namespace mpigauge
