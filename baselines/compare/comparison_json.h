#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "baselines/compare/comparison.h"

namespace mpigauge {

// The comparison as JSON: what `--format json` prints, what the store keeps of a gate, what the report draws.
Json ToJson(const Comparison& comparison);
Json ToJson(const SeriesComparison& series);

// Throws Error (usage) naming `what`.
Comparison ComparisonFromJson(const Json& json, std::string_view what);

// The same for the page: an interface in TypeScript for Comparison, and for each struct that it has.
std::string ComparisonTypes();

}  // namespace mpigauge
