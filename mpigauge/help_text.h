#pragma once

#include <cstddef>
#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

// What --help prints of a command, for lines of so many columns, of which it takes at most 100: what the command does,
// its usage and examples, then its options and commands by group, and what else its footer says.
std::string HelpText(const CLI::App& command, std::size_t columns);

}  // namespace mpigauge
