#pragma once

#include <string>
#include <utility>
#include <vector>

namespace mpigauge {

// A way to measure under one name: options and their values, as on the command line.
struct Preset {
  std::string name;
  std::string what;    // in a few words
  std::string source;  // the paper's section
  std::vector<std::pair<std::string, std::string>> options;
};

std::vector<std::string> PresetNames();

// Throws Error (usage) with the names that there are.
const Preset& FindPreset(const std::string& name);

}  // namespace mpigauge
