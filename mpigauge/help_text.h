#pragma once

#include <cstddef>
#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

// Returns the text that --help prints for a command, in lines of at most 100 columns, or `columns` if that is less:
// what the command does, its usage and examples, then its options and commands by group, and what else its footer says.
std::string HelpText(const CLI::App& command, std::size_t columns);

}  // namespace mpigauge
