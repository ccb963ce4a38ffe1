#pragma once

// The one place where toml++ is included: its parser is compiled once, in toml_parser.cc, with checks that stay.
#define TOML_HEADER_ONLY 0
#include <toml++/toml.h>

#include <string>
#include <string_view>

namespace mpigauge {

// Parses a TOML document. `file` is what errors call it. What is no TOML is an Error (usage):
//   ci.toml, line 3: expected '=', saw 'x'
toml::table ParseToml(std::string_view text, const std::string& file);

}  // namespace mpigauge
