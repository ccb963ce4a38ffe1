#pragma once

#include <cstdint>

#include "simulator/program/program.h"

namespace mpigauge {

// By what messages and receives are matched.
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

}  // namespace mpigauge
