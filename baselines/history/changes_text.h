#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/table.h"
#include "baselines/history/changes.h"

namespace mpigauge {

// "4 KiB to 64 KiB", "8 B, 1 KiB to 4 KiB": the sizes, those without a gap among `all` drawn together. Both ascending,
// without repetition. Empty for no sizes.
std::string SizeRanges(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& all);

// When, which library, what, at which sizes, by how much, how sure, and its cause: a row for each event.
Table ChangesTable(const History& history, const Changes& changes);

// One sentence: "allreduce, 4 KiB to 64 KiB (5 of 12 series), +6.0% since run 1a2b3c4d (4.1.4 -> 4.1.5)".
std::string EventText(const History& history, const Event& event);

// {"runs": n, "sequences": n, "too_short": n, "events": [...]}; described in docs/reference/formats.md.
Json ToJson(const History& history, const Changes& changes);

}  // namespace mpigauge
