#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace mpigauge {

// Passes by how far apart processors were: see ReferenceTimes.
struct HandoverRange {
  double low = 0;  // seconds
  double high = 0;
};

// "20ns-60ns". Throws Error (usage) naming `what`.
HandoverRange ParseHandoverRange(std::string_view text, std::string_view what);

// Leaves the passes whose hand-over was in the range before and after them, and summarizes them anew; series without
// such a pass go, and so do launches without such a series. The passes need their observations. Throws Error (usage)
// naming `what` where nothing is left, and says what there is.
void KeepPasses(const HandoverRange& range, const std::string& what, std::vector<LaunchRecord>& launches);

// The hand-overs of all passes, in order of size; none where they were not measured.
std::vector<double> Handovers(const std::vector<LaunchRecord>& launches);

}  // namespace mpigauge
