#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace mpigauge {

// Runs a command that a user has given, by /bin/sh in `folder`, with these variables. What it prints goes to `log`,
// from its beginning. Returns its exit code. Throws Error (not measured) where somebody stops it.
int RunBuildCommand(const std::string& command, const std::filesystem::path& folder,
                    const std::map<std::string, std::string>& variables, const std::filesystem::path& log);

}  // namespace mpigauge
