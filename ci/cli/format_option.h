#pragma once

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

// --format table|json, for a command that prints its answer for people or as JSON. Options that print in more formats
// have their own --format, of which json is one: no command has another flag for JSON.
void AddFormatOption(CLI::App& command, bool& json);

}  // namespace mpigauge
