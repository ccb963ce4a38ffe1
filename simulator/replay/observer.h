#pragma once

#include <cstdint>

#include "simulator/program/collective.h"

namespace mpigauge {

enum class Activity : std::uint8_t {
  kCompute,
  kOverhead,    // of sending or receiving
  kBlocked,     // waits for a message, for the interface, for a rendezvous, or for others to enter a collective
  kCollective,  // in one with a measured time, since those are there whom it waits for
};

// Is told what happens in a replay. Times are in seconds.
class ReplayObserver {
 public:
  struct Message {
    int from = 0;
    int to = 0;
    int tag = 0;
    std::int64_t bytes = 0;
    double sent = 0;      // end of the sender's overhead
    double posted = 0;    // beginning of the receive
    double arrived = 0;   // the receiver has all of it
    double received = 0;  // the receive can be completed
    double over = 0;      // of a rendezvous: the send can be completed
    bool rendezvous = false;
    bool late_receive = false;  // of a rendezvous: it waited for the receive
  };

  // One rank's part in a collective with a measured time.
  struct CollectiveCall {
    int rank = 0;
    CollectiveKind kind = CollectiveKind::kBarrier;
    std::int64_t bytes = 0;
    double entered = 0;
    int cause = 0;  // the rank whose entry it left so much after, perhaps itself
    double caused = 0;
    double left = 0;
  };

  virtual ~ReplayObserver() = default;

  // Is called for the spans of each rank in the order of time; spans of no length are left out.
  virtual void OnSpan(int rank, Activity activity, double begin, double end) = 0;

  // When it has been received.
  virtual void OnMessage(const Message& message) = 0;

  virtual void OnCollective(const CollectiveCall& /*call*/) {}
};

}  // namespace mpigauge
