#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mpigauge {

// A suite is a configuration file (TOML) that was built into the program under a name.
struct Suite {
  std::string name;
  std::string_view toml;
};

// Called once before main begins, by a benchmark program that has suites. The first one is measured where nobody says
// what. A program without suites measures everything.
bool RegisterSuites(std::vector<Suite> suites);

const std::vector<Suite>& Suites();

// Throws Error (usage) with the names that there are.
const Suite& FindSuite(const std::string& name);

}  // namespace mpigauge
