#include "base/loopback.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <strings.h>

#include <cstring>

namespace mpigauge {

bool IsLoopbackHost(const std::string& host) {
  constexpr unsigned kLoopbackNet = 127;
  in_addr ipv4{};
  if (inet_pton(AF_INET, host.c_str(), &ipv4) == 1) return ntohl(ipv4.s_addr) >> 24 == kLoopbackNet;
  in6_addr ipv6{};
  if (inet_pton(AF_INET6, host.c_str(), &ipv6) == 1) return std::memcmp(&ipv6, &in6addr_loopback, sizeof ipv6) == 0;
  return strcasecmp(host.c_str(), "localhost") == 0;
}

}  // namespace mpigauge
