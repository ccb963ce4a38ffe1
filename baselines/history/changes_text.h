#pragma once

#include <string>

#include "baselines/history/changes.h"
#include "harness/base/json.h"
#include "harness/base/table.h"

namespace mpigauge {

// When, which library, what, at which sizes, by how much, how sure, and whose it is: a row for each event.
Table ChangesTable(const History& history, const Changes& changes);

// One sentence: "allreduce, 4 KiB to 64 KiB (5 of 12 series), +6.0% since run 1a2b3c4d (4.1.4 -> 4.1.5)".
std::string EventText(const History& history, const Event& event);

// {"runs": n, "sequences": n, "too_short": n, "events": [...]}; described in docs/reference/formats.md.
Json ToJson(const History& history, const Changes& changes);

}  // namespace mpigauge
