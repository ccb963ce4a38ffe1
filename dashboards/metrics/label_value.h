#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mpigauge {

// The longest value of a label that is exported, in bytes.
inline constexpr std::size_t kLongestLabel = 200;

// A text from outside (a library's name, a series) as the value of a label: at most kLongestLabel bytes of UTF-8
// without control characters other than newline and tab, which Prometheus takes escaped. What had to be changed ends
// with '~' and a hash of the whole text (FNV-1a, 64 bits), so that different texts stay different.
std::string LabelValue(std::string_view text);

}  // namespace mpigauge
