#pragma once

#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

// The manual page (man(7), section 1) of a command, from its table of options. `name` is what people type: "mpigauge
// store copy".
std::string ManPage(const CLI::App& app, const std::string& name);

// The name of a manual page's file, without the section: "mpigauge-store-copy".
std::string ManPageName(const std::string& name);

}  // namespace mpigauge
