#include "baselines/history/size_ranges.h"

#include <algorithm>

#include "harness/base/units.h"

namespace mpigauge {

std::string SizeRanges(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& all) {
  std::string text;
  for (std::size_t first = 0; first < sizes.size();) {
    auto place = std::lower_bound(all.begin(), all.end(), sizes[first]);
    std::size_t last = first;
    while (last + 1 < sizes.size() && ++place != all.end() && *place == sizes[last + 1]) ++last;
    if (!text.empty()) text += ", ";
    text += FormatBytes(sizes[first]);
    if (last > first) text += " to " + FormatBytes(sizes[last]);
    first = last + 1;
  }
  return text;
}

}  // namespace mpigauge
