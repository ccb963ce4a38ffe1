#include "base/host_name.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <strings.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace mpigauge {

std::string HostName() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 && name[0] != '\0' ? name.data() : "?";
}

bool IsLoopbackHost(const std::string& host) {
  constexpr unsigned kLoopbackNet = 127;
  in_addr ipv4{};
  if (inet_pton(AF_INET, host.c_str(), &ipv4) == 1) return ntohl(ipv4.s_addr) >> 24 == kLoopbackNet;
  in6_addr ipv6{};
  if (inet_pton(AF_INET6, host.c_str(), &ipv6) == 1) return std::memcmp(&ipv6, &in6addr_loopback, sizeof ipv6) == 0;
  return strcasecmp(host.c_str(), "localhost") == 0;
}

std::string ProcessNamespace() {
  std::error_code error;
  const auto link = std::filesystem::read_symlink("/proc/self/ns/pid", error);
  return error ? "?" : link.string();
}

}  // namespace mpigauge
