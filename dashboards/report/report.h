#pragma once

#include <optional>
#include <string>

#include "baselines/compare/comparison.h"
#include "baselines/store/run.h"

namespace mpigauge {

// The comparison as one HTML file that needs no other and no network: the verdict and the findings as text,
// the table and the charts drawn in the browser from the data within. `origin` says where the comparison is
// from, such as "gate 3f2a9c01 of 2026-11-20T16:05:00Z"; `calibration` says how often gates err here, where that is
// known. Names may hold anything: they are shown, never interpreted.
std::string ReportHtml(const Comparison& comparison, const std::string& origin,
                       const std::optional<Calibration>& calibration = std::nullopt);

}  // namespace mpigauge
