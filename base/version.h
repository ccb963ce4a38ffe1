#pragma once

#include <string>

namespace mpigauge {

// "0.1.0": the file VERSION at the top.
std::string Version();

// The commit that a distribution was built from (//dist puts it into its programs); empty in any other build.
std::string Commit();

// "mpigauge 0.1.0\ncommit 9079277e5776\nbuild opt, GCC 12.2.0\n", for --version. What follows in each program is its
// own.
std::string VersionText(const std::string& program);

}  // namespace mpigauge
