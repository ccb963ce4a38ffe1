#pragma once

#include <cstddef>

namespace mpigauge {

// The properties of a stream of this process: 1 is standard output, 2 is standard error.

// Whether it is a terminal that takes commands (TERM is not "dumb"): one on which a line can be rewritten.
bool IsTerminal(int descriptor);

// Whether it is such a terminal and nobody asked for output without colors (NO_COLOR). All that is coloured asks here.
bool WantsColors(int descriptor);

// The columns of a line: those of the variable COLUMNS, otherwise those of the terminal, and 80 where there is none.
std::size_t TerminalColumns(int descriptor);

}  // namespace mpigauge
