#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "baselines/store/database.h"
#include "baselines/store/stored_history.h"
#include "record/record.h"

namespace mpigauge {

// How the medians of a run are kept: for each series, by ascending id, two little-endian 32-bit numbers (series id,
// launches) and the median as a little-endian IEEE double, seconds. Derived data: where the format changes, a schema
// step empties the table.
Blob EncodeMedians(const std::vector<SeriesMedian>& medians);

// Throws Error (not measured) naming `what` where the bytes are cut off.
std::vector<SeriesMedian> DecodeMedians(const Blob& blob, std::string_view what);

// How the observations of a series in one launch are stored: for each pass two little-endian 32-bit counts (n,
// late), then n observations and n local times as little-endian IEEE doubles, seconds, in the order in which they
// were measured. Described in docs/reference/formats.md; never change it, add a new one.
Blob EncodePasses(const std::vector<Pass>& passes);

// Throws Error (not measured) naming `what` where the bytes are cut off.
std::vector<Pass> DecodePasses(const Blob& blob, std::string_view what);

}  // namespace mpigauge
