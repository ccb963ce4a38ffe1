#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/json.h"

namespace mpigauge {

// Text as HTML text or attribute value: & < > " and ' are written as entities.
std::string EscapeHtml(std::string_view text);

// JSON that may stand in a <script> element: pure ASCII (so no U+2028), and every < is written as \u003c, so
// that no string in it can end the element or open a comment. Bytes that are not UTF-8 become U+FFFD.
std::string ScriptJson(const Json& value);

// Puts values in the place of {{NAME}} for each name that is in `values`; everything else stays as it is,
// also what looks like a marker within a value.
std::string FillTemplate(std::string_view text, const std::map<std::string, std::string, std::less<>>& values);

// The page with what it shows within (ToJson of a ComparisonView), as one HTML file that needs no other: the verdict
// and the findings as text, the rest drawn in the browser. Names may hold anything: they are shown, never interpreted.
// A page of kind "comparison" may not connect to anything. A page of kind "web" ({"kind": "web"}) loads its data from
// the server that it came from.
std::string PageHtml(const Json& data);

}  // namespace mpigauge
