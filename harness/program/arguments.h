#pragma once

#include <optional>
#include <string>
#include <vector>

namespace mpigauge {

// The arguments with those of `--config FILE`, `--suite NAME` and `--preset NAME` put in front; what stands on the
// command line wins over the file, the file over the suite, and the suite over the preset. Where neither `--suite` nor
// `--series` nor a filter says what is measured, it is the program's first suite; a filter that only leaves out
// (-REGEX) leaves out of it. `--suite=default` is that suite, too, and a filter chooses of it; a program without suites
// has none. Reads the file, so it is rank 0's. Throws Error (usage) naming file and line.
std::vector<std::string> ExpandArguments(const std::vector<std::string>& given);

// The value of the last "--name VALUE" or "--name=VALUE".
std::optional<std::string> ValueOf(const std::vector<std::string>& arguments, const std::string& name);

// The contents of a configuration file, as arguments. Source: SKaMPI 2 [SK14].
std::vector<std::string> ArgumentsOf(const std::string& toml, const std::string& name);

// The configuration file that says the same as these options and values.
std::string ConfigText(const std::vector<std::pair<std::string, std::string>>& options);

}  // namespace mpigauge
