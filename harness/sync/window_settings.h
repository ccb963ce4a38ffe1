#pragma once

#include <cstdint>

namespace mpigauge {

// What the user of MPIPerf can set of its stages, and what it is unless they do (Kurnosov, section 5) [KU3, KU4, KU5].
struct WindowSettings {
  std::int64_t first_launches = 4;  // k': of stage 0
  std::int64_t launches = 8;        // k: of every later stage
  double most_incorrect = 0.25;     // g: the share of a stage above which its window is adjusted
  double factor = 1.1;              // gamma: from the time that a launch took to its window
};

}  // namespace mpigauge
