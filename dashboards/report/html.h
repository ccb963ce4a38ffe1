#pragma once

#include <map>
#include <string>
#include <string_view>

#include "harness/base/json.h"

namespace mpigauge {

// Text as HTML text or attribute value: & < > " and ' are written as entities.
std::string EscapeHtml(std::string_view text);

// JSON that may stand in a <script> element: pure ASCII (so no U+2028), and every < is written as \u003c, so
// that no string in it can end the element or open a comment. Bytes that are not UTF-8 become U+FFFD.
std::string ScriptJson(const Json& value);

// Puts values in the place of {{NAME}} for each name that is in `values`; everything else stays as it is,
// also what looks like a marker within a value.
std::string FillTemplate(std::string_view text, const std::map<std::string, std::string, std::less<>>& values);

}  // namespace mpigauge
