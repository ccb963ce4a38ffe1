#pragma once

#include <string>
#include <string_view>

namespace mpigauge {

// The process that measures a run: its host, its number, when it began, and the namespace in which the number counts.
std::string ThisProcess();

// Whether the process of this text has ended, as far as that can be known here: never of another host, of another
// namespace of this one, or of a text that is none.
bool IsGone(std::string_view owner);

// Whether the text is of a process of another host, or of another namespace of this one: nothing of it can be seen
// here.
bool IsElsewhere(std::string_view owner);

}  // namespace mpigauge
