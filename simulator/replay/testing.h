#pragma once

#include "simulator/network/model.h"

namespace mpigauge {

inline constexpr double kNs = 1e-9;

// Overheads 10 and 20 ns, gap 50 ns, a link 100 ns and 1 ns per byte; messages above 1000 bytes wait for the receive.
inline NetworkModel ExampleModel() {
  NetworkModel model;
  model.link = Curve(100 * kNs, 1 * kNs);
  model.hop_seconds = 100 * kNs;
  model.send_overhead = Curve(10 * kNs, 0);
  model.receive_overhead = Curve(20 * kNs, 0);
  model.gap = Curve(50 * kNs, 0);
  model.eager_limit_bytes = 1000;
  return model;
}

}  // namespace mpigauge
