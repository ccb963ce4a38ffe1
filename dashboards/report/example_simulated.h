#pragma once

#include <string>

#include "dashboards/data/view.h"

namespace mpigauge {

// What applications lose, two replays, and two fitted networks, made up. Behind names stands `mark`. Of kind "extreme":
// an application that takes four times as long, one that hangs, a rank that never does
// anything, a network of one side alone. Of kind "large": more ranks and spans than are drawn.
void AddSimulated(const std::string& kind, const std::string& mark, ComparisonView& view);

}  // namespace mpigauge
