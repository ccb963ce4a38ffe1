#pragma once

#include <string>
#include <vector>

#include "record/record.h"

namespace mpigauge {

// The answers of other programs on the same launches.
struct RecordedRival {
  std::string name;
  std::size_t launches = 0;  // of each side that it looks at; the first ones
  // Whether it calls the candidate slower; the launches of a series, with observations.
  bool (*slower)(const std::vector<const SeriesRecord*>& baseline, const std::vector<const SeriesRecord*>& candidate);
};

// The mean of one launch and a threshold of 10%, as OSU's users do; the U test of compare.py (two-sided, 5%) over the
// observations of one launch, and over those of six pooled; Welch's t on log medians (one-sided, 2.5%) of six.
const std::vector<RecordedRival>& RecordedRivals();

}  // namespace mpigauge
