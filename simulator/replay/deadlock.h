#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"
#include "simulator/program/program.h"

namespace mpigauge {

// Messages and receives are matched by this.
struct Envelope {
  int source;
  int tag;
  std::uint32_t communicator;
  bool operator==(const Envelope&) const = default;
};

// Whether a receive, perhaps with wildcards, takes this message.
inline bool Takes(const Envelope& receive, const Envelope& message) {
  return receive.communicator == message.communicator &&
         (receive.source == kAnySource || receive.source == message.source) &&
         (receive.tag == kAnyTag || receive.tag == message.tag);
}

// Ranks that never end, collected into an error (usage) that names the first ones and what they wait for.
class DeadlockReport {
 public:
  void Add(const std::string& where, const std::string& waits_for);
  Error ToError(int ranks) const;

  bool empty() const { return stuck_ == 0; }

 private:
  int stuck_ = 0;
  std::string text_;
};

// Says what a rank waits for: "a message from 3, tag 0"; "rank 1 to receive what it sends with tag 0".
std::string MissingMessage(const Envelope& receive);
std::string MissingReceive(int to, const Envelope& message);

}  // namespace mpigauge
