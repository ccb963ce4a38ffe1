#pragma once

#include <optional>
#include <string>

#include "baselines/compare/comparison.h"
#include "baselines/store/run.h"
#include "harness/base/json.h"

namespace mpigauge {

// What the page draws of a comparison, "kind": "comparison" (dashboards/web/src/data.ts says what is in it); parts that
// are not known are null. `origin` says where the comparison is from, such as "gate 3f2a9c01 of 2026-11-20T16:05:00Z";
// `calibration` says how often gates err here, where that is known.
Json ReportData(const Comparison& comparison, const std::string& origin,
                const std::optional<Calibration>& calibration = std::nullopt);

// The page with such data within, as one HTML file that needs no other: the verdict and the findings as text, the rest
// drawn in the browser. Names may hold anything: they are shown, never interpreted. Of kind "comparison" it may not
// connect to anything; of kind "web" ({"kind": "web"}) it loads what it shows from where it came from.
std::string PageHtml(const Json& data);

// PageHtml of ReportData.
std::string ReportHtml(const Comparison& comparison, const std::string& origin,
                       const std::optional<Calibration>& calibration = std::nullopt);

}  // namespace mpigauge
