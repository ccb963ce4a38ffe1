#pragma once

#include <cstdint>

namespace mpigauge {

enum class Activity : std::uint8_t {
  kCompute,
  kOverhead,  // of sending or receiving
  kBlocked,   // waits for a message, for the interface, or for a rendezvous
};

// Is told what happens in a replay. Times are in seconds.
class ReplayObserver {
 public:
  virtual ~ReplayObserver() = default;

  // Of each rank in the order of time; spans of no length are left out.
  virtual void OnSpan(int rank, Activity activity, double begin, double end) = 0;

  // When the sender has sent it (or asked, in a rendezvous), and when the receiver had all of it.
  virtual void OnMessage(int from, int to, std::int64_t bytes, double sent, double arrived) = 0;
};

}  // namespace mpigauge
