#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ci/process/process.h"

namespace mpigauge {

// `git -C repository ARGUMENTS`, by the program that is installed. No hooks, no signatures in between, and no question
// for a password, whatever the user's settings.
ProcessResult Git(const std::string& repository, const std::vector<std::string>& arguments);

// Checks a commit out into a working tree of its own in `folder`, whatever was there before. What git answered: an exit
// code other than 0 where that cannot be, such as of a commit with a missing object; then there is no working tree.
[[nodiscard]] ProcessResult AddWorktree(const std::string& repository, const std::string& commit,
                                        const std::filesystem::path& folder);

// Takes such a working tree away again; nothing where there is none.
void RemoveWorktree(const std::string& repository, const std::filesystem::path& folder);

}  // namespace mpigauge
