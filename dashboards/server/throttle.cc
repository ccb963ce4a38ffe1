#include "dashboards/server/throttle.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>

namespace mpigauge {

std::chrono::seconds Throttle::Wait(const std::string& address, Time now) {
  const std::lock_guard lock(mutex_);
  const auto found = failures_.find(ClientOf(address));
  if (found == failures_.end() || found->second.count <= kFree || now - found->second.last >= kForgotten) return {};
  constexpr int kMostDoublings = 6;  // 64 s
  const std::chrono::seconds delay(1 << std::min(found->second.count - kFree - 1, kMostDoublings));
  const auto left = found->second.last + std::min(delay, kLongest) - now;
  return std::max(std::chrono::seconds(0), std::chrono::ceil<std::chrono::seconds>(left));
}

void Throttle::Failed(const std::string& address, Time now) {
  const std::lock_guard lock(mutex_);
  if (failures_.size() >= kMostAddresses) Forget(now);
  Failures& failures = failures_[ClientOf(address)];
  if (now - failures.last >= kForgotten) failures.count = 0;
  failures.count = std::min(failures.count + 1, 1000);
  failures.last = now;
}

// Those that have expired; where there are none, the one that has been quiet for longest.
void Throttle::Forget(Time now) {
  std::erase_if(failures_, [&](const auto& one) { return now - one.second.last >= kForgotten; });
  if (failures_.size() < kMostAddresses) return;
  failures_.erase(std::min_element(failures_.begin(), failures_.end(), [](const auto& one, const auto& other) {
    return one.second.last < other.second.last;
  }));
}

std::string ClientOf(const std::string& address) {
  std::array<unsigned char, 16> bytes{};
  if (inet_pton(AF_INET6, address.c_str(), bytes.data()) != 1) return address;
  static constexpr std::array<unsigned char, 12> kIpv4 = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (std::equal(kIpv4.begin(), kIpv4.end(), bytes.begin())) {
    return inet_ntop(AF_INET, bytes.data() + kIpv4.size(), text.data(), text.size());
  }
  std::fill(bytes.begin() + 8, bytes.end(), 0);
  return inet_ntop(AF_INET6, bytes.data(), text.data(), text.size());
}

}  // namespace mpigauge
