#include "ci/pipeline/git_source.h"

#include <fmt/format.h>

#include "ci/git/git.h"
#include "ci/process/build_command.h"
#include "ci/process/process.h"
#include "harness/base/error.h"
#include "harness/base/escape.h"
#include "harness/base/file.h"
#include "harness/base/json.h"
#include "harness/base/shell.h"
#include "harness/record/checked_values.h"

namespace mpigauge {
namespace {

// What git prints, without the end of the line.
std::string Ask(const LibrarySource& source, const std::filesystem::path& folder,
                const std::vector<std::string>& arguments) {
  const ProcessResult result = Git(folder.string(), arguments);
  if (result.interrupted) throw NotMeasured("stopped");
  if (result.exit_code != 0) {
    throw NotMeasured("{}: git {}{}", source.git, ShellText(arguments), FurtherLines(result.err));
  }
  return result.out.substr(0, result.out.find_last_not_of('\n') + 1);
}

int Build(const LibrarySource& source, const std::filesystem::path& repository, const std::string& commit,
          const std::filesystem::path& here) {
  std::filesystem::remove_all(here / "install");
  std::filesystem::create_directories(here / "install");
  AddWorktree(repository.string(), commit, here / "checkout");
  const int exit_code = RunBuildCommand(source.build, here / "checkout",
                                        {{"PREFIX", (here / "install").string()}, {"COMMIT", commit}}, here / "log");
  RemoveWorktree(repository.string(), here / "checkout");
  return exit_code;
}

}  // namespace

GitInstall InstallFromGit(const LibrarySource& source, const std::filesystem::path& folder) {
  const std::filesystem::path repository = folder / "repository";
  if (!std::filesystem::exists(repository / "HEAD")) {
    std::filesystem::create_directories(folder);
    std::filesystem::remove_all(repository);
    Ask(source, folder, {"clone", "--quiet", "--mirror", "--", source.git, repository.string()});
  } else {
    Ask(source, repository, {"fetch", "--quiet", "--prune", "origin"});
  }
  const std::string commit =
      Ask(source, repository, {"rev-parse", "--verify", "--end-of-options", source.ref + "^{commit}"});
  const std::filesystem::path here = folder / commit.substr(0, 12);
  const std::filesystem::path built = here / "build.json";
  if (!std::filesystem::exists(built)) {
    const int exit_code = Build(source, repository, commit, here);
    WriteFileAtomically(built, JsonText({{"commit", commit}, {"exit_code", exit_code}, {"command", source.build}}));
  }
  const int exit_code = ReadingValues(built.string(), [&] { return SmallCountAt(ReadJson(built), "exit_code", -1); });
  if (exit_code != 0) {
    throw NotMeasured("commit {} of {} does not build (exit code {}): see {}; to try again remove {}",
                      commit.substr(0, 12), source.git, exit_code, (here / "log").string(), built.string());
  }
  return {commit, (here / "install").string()};
}

}  // namespace mpigauge
