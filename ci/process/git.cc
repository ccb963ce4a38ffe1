#include "ci/process/git.h"

namespace mpigauge {

ProcessResult Git(const std::string& repository, const std::vector<std::string>& arguments) {
  Command command{{"git", "-C", repository, "-c", "core.hooksPath=/dev/null", "-c", "log.showSignature=false"},
                  {{"GIT_TERMINAL_PROMPT", "0"}},
                  0};
  command.words.insert(command.words.end(), arguments.begin(), arguments.end());
  return RunProcess(command);
}

ProcessResult AddWorktree(const std::string& repository, const std::string& commit,
                          const std::filesystem::path& folder) {
  RemoveWorktree(repository, folder);
  std::filesystem::create_directories(folder.parent_path());
  // Twice --force: also where a killed one left the folder registered and locked.
  return Git(repository, {"worktree", "add", "--quiet", "--detach", "--force", "--force", folder.string(), commit});
}

void RemoveWorktree(const std::string& repository, const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder)) return;
  Git(repository, {"worktree", "remove", "--force", "--force", folder.string()});
  std::filesystem::remove_all(folder);
}

}  // namespace mpigauge
