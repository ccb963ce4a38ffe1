#pragma once

#include <string>

namespace mpigauge {

// A new one, drawn by the system, such as "f32e8550-588e-4a27-9c1d-0d5b6f3f1a7e". It tells a run, a launch or a gate
// from all others, on whatever machine, and may be part of a file's name.
std::string NewUuid();

}  // namespace mpigauge
