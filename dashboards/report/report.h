#pragma once

#include <string>

#include "harness/base/json.h"

namespace mpigauge {

// The page with what it shows within (ToJson of a ComparisonView), as one HTML file that needs no other: the verdict
// and the findings as text, the rest drawn in the browser. Names may hold anything: they are shown, never interpreted.
// Of kind "comparison" it may not connect to anything; of kind "web" ({"kind": "web"}) it loads what it shows from
// where it came from.
std::string PageHtml(const Json& data);

}  // namespace mpigauge
