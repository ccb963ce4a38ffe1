#include "harness/environment/network_ping.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mpigauge {
namespace {

constexpr int kRoundTrips = 4;  // that count; one before them wakes the other host's processor

}  // namespace

std::vector<int> HostCallees(std::span<const Place> places) {
  std::vector<int> callees(places.size(), -1);
  std::set<std::string> hosts;
  int waiting = -1;  // the first rank of a host that has no partner yet
  for (std::size_t rank = 0; rank < places.size(); ++rank) {
    if (!hosts.insert(places[rank].host).second) continue;
    if (waiting >= 0) callees[rank] = waiting;
    waiting = waiting >= 0 ? -1 : static_cast<int>(rank);
  }
  return callees;
}

NetworkPing::NetworkPing(const Control& control, std::span<const Place> places, bool oversubscribed) {
  const std::vector<int> callees = HostCallees(places);
  const bool several = std::any_of(callees.begin(), callees.end(), [](int callee) { return callee >= 0; });
  if (oversubscribed || !several) return;  // the same on all ranks
  std::map<int, WakeLine> lines = ConnectLines(control, callees);
  if (lines.empty()) return;
  begins_ = callees[static_cast<std::size_t>(control.rank())] >= 0;
  line_ = std::move(lines.begin()->second);
}

std::int64_t NetworkPing::Measure() {
  using Clock = std::chrono::steady_clock;
  if (!line_.there()) return 0;
  double fastest = std::numeric_limits<double>::infinity();
  for (int i = 0; i <= kRoundTrips; ++i) {
    const Clock::time_point start = Clock::now();
    const bool crossed = begins_ ? line_.Send() && line_.SpinUntilSent() : line_.SpinUntilSent() && line_.Send();
    const std::chrono::duration<double, std::pico> took = Clock::now() - start;
    if (!crossed) {
      line_ = {};  // so that the other end does not wait
      return 0;
    }
    if (i > 0) fastest = std::min(fastest, took.count());
  }
  return begins_ ? static_cast<std::int64_t>(fastest / 2) : 0;
}

}  // namespace mpigauge
